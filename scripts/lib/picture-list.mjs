// What `npm run pictures` shows, in the order in which a person meets it; each step goes on where the last one ended.

const password = 'a-good-pass-9'

async function fillDetails(page, email) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function fillCard(page, number) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

async function openAgent(page) {
  await page.goto('/marketplace')
  await page
    .getByRole('button', { name: /^Use This Agent/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Makes a call of the product as the person of this browser; answers what it answered. */
async function callAs(page, path, data) {
  return (await page.request.post(path, { data })).json()
}

/** Has every renewal of this person fail: the card can be kept, but not charged. */
async function keepFailingCard(page) {
  const { clientSecret } = await callAs(page, '/api/account/card-setup', {})
  const [setupIntentId] = clientSecret.split('_secret_')
  await page.request.post(`/standins/stripe/v1/setup_intents/${setupIntentId}/confirm`, {
    headers: { authorization: 'Bearer pk_test_sandbox' },
    form: { client_secret: clientSecret, payment_method: 'pm_card_chargeCustomerFail' },
  })
  await callAs(page, '/api/account/card', { setupIntentId })
}

/** Moves business time and looks at a screen until it shows what became of it. */
async function passTime(page, duration, address, heading) {
  await page.request.post('/standins/control.json', { data: { advance: duration } })
  await page.goto(address)
  await page.getByText(heading).first().waitFor()
}

function visit(address) {
  return async (page) => {
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
  }
}

export const screens = [
  { name: 'landing', open: visit('/'), whole: true },
  { name: 'login', open: visit('/login') },
  {
    name: 'login-refused',
    open: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: /^(sign|log) in$/i }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  { name: 'forgot-password', open: visit('/forgot-password') },
  { name: 'reset-password-invalid', open: visit('/reset-password?token=unknown') },
  { name: 'register-details', open: visit('/register') },
  {
    name: 'register-details-wrong',
    open: async (page) => {
      await page.getByRole('button', { name: /^(continue|create account|next)/i }).click()
    },
  },
  {
    name: 'register-package',
    whole: true,
    open: async (page, { unique }) => {
      await fillDetails(page, `ada.${unique}@example.com`)
      await page.getByRole('button', { name: /^(continue|create account|next)/i }).click()
      await page.getByRole('radio', { name: /uplift/i }).waitFor()
    },
  },
  {
    name: 'subscribe',
    whole: true,
    open: async (page) => {
      await page.goto('/subscribe')
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-payment',
    whole: true,
    open: async (page) => {
      await page.goto('/register?step=payment')
      await page.getByRole('button', { name: /\$27\.97/ }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-declined',
    open: async (page) => {
      await fillCard(page, '4000000000000002')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.locator('[data-toast]').waitFor()
    },
  },
  {
    name: 'dashboard-new',
    whole: true,
    open: async (page) => {
      await fillCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.waitForURL('**/dashboard')
    },
  },
  { name: 'marketplace', open: visit('/marketplace') },
  { name: 'marketplace-empty', open: visit('/marketplace?search=zzzz') },
  { name: 'checkout', open: visit('/checkout'), whole: true },
  { name: 'account', open: visit('/account'), whole: true },
  {
    name: 'account-cancel',
    open: async (page) => {
      await page.getByRole('button', { name: 'Cancel Subscription' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'account-card',
    open: async (page) => {
      await page.getByRole('button', { name: 'Keep Subscription' }).click()
      await page.getByRole('button', { name: 'Update Card' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'account-auto-purchase-question',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('switch', { name: 'Buy minutes automatically' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-auto-purchase',
    whole: true,
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Switch On' }).click()
      await page.getByLabel('Threshold (minutes)').waitFor()
    },
  },
  {
    name: 'receipt',
    whole: true,
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Receipt/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Print' }).waitFor()
    },
  },
  { name: 'conversation-ready', open: openAgent },
  {
    name: 'conversation',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'I agree' }).check()
      await dialog.getByRole('button', { name: 'Start' }).click()
      await dialog
        .getByRole('timer')
        .filter({ hasText: /0:0[6-9]/ })
        .waitFor()
    },
  },
  {
    name: 'conversation-transcript',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Message' }).fill('What should I do first?')
      await dialog.getByRole('button', { name: 'Send message' }).click()
      await dialog.getByRole('button', { name: 'Show full transcript' }).click()
      await dialog
        .getByRole('timer')
        .filter({ hasText: /0:1[2-9]/ })
        .waitFor()
    },
  },
  {
    name: 'conversation-recap',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
      await dialog.getByText('Session saved').waitFor()
    },
  },
  {
    name: 'dashboard',
    whole: true,
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
      await page.goto('/dashboard')
      await page.getByText('Recent Sessions').waitFor()
    },
  },
  { name: 'subscribe-active', open: visit('/subscribe') },
  {
    name: 'payment-return-refused',
    open: async (page) => {
      const { clientSecret } = await callAs(page, '/api/create-payment-intent', { tier: 'launch' })
      await page.goto(`/payment-return?after=purchase&payment_intent=${clientSecret.split('_secret_')[0]}`)
      await page.getByRole('link', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'past-due',
    open: async (page) => {
      await keepFailingCard(page)
      await passTime(page, 'P1MT2H', '/dashboard', 'Payment failed.')
    },
  },
  {
    name: 'overdue',
    whole: true,
    open: async (page) => {
      await page.goto('/subscribe')
      await page.getByLabel('Card number').waitFor()
    },
  },
  { name: 'access-ended-unpaid', open: (page) => passTime(page, 'P8D', '/dashboard', 'Your access has ended') },
  { name: 'access-ended', open: (page) => passTime(page, 'P1M', '/dashboard', 'Reactivate') },
  { name: 'not-found', open: visit('/no-such-page') },
  { name: 'terms', open: visit('/terms-of-service') },
  { name: 'privacy', open: visit('/privacy-policy') },
]
