// Steps that the pictures repeat on their way through the product.

export const password = 'a-good-pass-9'

export async function fillDetails(page, email) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function fillCard(page, number) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

export async function openAgent(page) {
  await page.goto('/marketplace')
  await page
    .getByRole('button', { name: /^Use This Agent/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Types to the agent and waits until this much of the answer has been said. */
export async function ask(dialog, question, answer) {
  const typing = dialog.getByRole('button', { name: 'Type a message' })
  if ((await typing.getAttribute('aria-expanded')) !== 'true') await typing.click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill(question)
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await dialog.getByText(answer).waitFor()
}

/** Waits until a conversation has lasted this long. */
export async function reach(dialog, duration) {
  await dialog.getByRole('timer').filter({ hasText: duration }).waitFor()
}

/** Makes a call of the product as the person of this browser. Returns its answer. */
export async function callAs(page, path, data = {}) {
  return (await page.request.post(path, { data })).json()
}

/** Makes every renewal of this person fail: the card can be saved, but not charged. */
export async function keepFailingCard(page) {
  const { clientSecret } = await callAs(page, '/api/account/card-setup', {})
  const [setupIntentId] = clientSecret.split('_secret_')
  await page.request.post(`/standins/stripe/v1/setup_intents/${setupIntentId}/confirm`, {
    headers: { authorization: 'Bearer pk_test_sandbox' },
    form: { client_secret: clientSecret, payment_method: 'pm_card_chargeCustomerFail' },
  })
  await callAs(page, '/api/account/card', { setupIntentId })
}

/** Moves business time and reloads a screen until it shows the effect. */
export async function passTime(page, duration, address, heading) {
  await page.request.post('/standins/control.json', { data: { advance: duration } })
  await page.goto(address)
  await page.getByText(heading).first().waitFor()
}

/** Opens the page of the first agent in the marketplace. */
export async function openFirstAgentPage(page) {
  await page.goto('/marketplace')
  await page.getByRole('article').first().getByRole('link').click()
  await page.getByText('Sample conversation').waitFor()
}

/** Opens the page of the latest session. */
export async function openLatestSession(page) {
  await page.goto('/dashboard/sessions')
  await page.locator('[data-session]').first().getByRole('link').click()
  await page.getByText('Charged', { exact: true }).waitFor()
}

/** Opens an address and waits for its heading. */
export function visit(address) {
  return async (page) => {
    await page.goto(address)
    await page.getByRole('heading').first().waitFor()
  }
}

/** Holds the answers of a call back. Resolves with a function that releases them. */
export async function hold(page, calls) {
  let release
  const isReleased = new Promise((resolve) => (release = resolve))
  await page.route(calls, async (route) => {
    await isReleased
    await route.continue().catch(() => undefined)
  })
  return async () => {
    release()
    await page.unroute(calls)
  }
}

/** Follows the link in the newest mail of this subject. */
export async function openMailedLink(page, to, subject) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const mails = await (await page.request.get(`/standins/mailbox.json?to=${encodeURIComponent(to)}`)).json()
    const link = /https?:\S+/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[0]
    if (link) return void (await page.goto(link))
    await page.waitForTimeout(100)
  }
  throw new Error(`No mail "${subject}" with a link for ${to}`)
}
