import { agents } from '#contract/agents/agents.ts'
import { resumePayment } from '#contract/billing/auto-purchase.ts'
import * as x from '#contract/billing/purchases.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { payOverdue, resumeSubscription } from '#contract/billing/subscription.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { openWithCards } from '#tests/components/billing/cards.ts'
import { banner, button, click, closeToasts, comeBack, expectRow, expectToast } from '#tests/components/words.ts'
import { heading, main, toastOf } from '#tests/components/words.ts'
import { visa } from '#tests/pages/billing/account/account.ts'
import { serveDashboard } from '#tests/pages/conversations/home.ts'
import { fromMe } from '#tests/pages/messages/inbox.ts'
import { memberMe, ownerMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'

const checkoutId = '0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003'
const clientSecret = 'pi_1_secret_1'
const summaryOf = (label: string, totalAmount: number, packageMinutes: number, monthlyMinutes = 0) => ({
  totalAmount,
  lines: [{ label, amount: totalAmount }],
  packageMinutes,
  monthlyMinutes,
})
const opened = { clientSecret, card: null, paymentMethodId: null, organizationName: null }

const payment = { creditBalance: 120, balanceSeconds: 7200, monthlyCredits: 0, monthlyEndsAt: null }

beforeEach(() => {
  as(subscriberMe)
  server.answer(x.firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.answer(agents, [])
})

it('four plans lead to a payment with its summary, and back', tags('S009 S089 S091 S289-S293'), async () => {
  await openWithCards('/checkout')
  await expect(main().getByText('Current balance')).toContainText(/150\sminutes/)
  await expect(main().getByRole('button', { name: /^Choose / })).toHaveCount(4)
  for (const [name, ...texts] of [
    ['Launch', '$15', '60 minutes', 'Public agents', 'Usage tracking'],
    ['Uplift', '$25', '120 minutes', '16.7%', 'Most Popular', 'Priority support'],
    ['Navigate', '$45', '240 minutes', '25.0%', 'Advanced analytics'],
    ['Ascend', '$95', '600 minutes', '36.7%', 'VIP support', 'Early access'],
  ] as const) {
    const card = main()
      .getByRole('listitem')
      .filter({ has: button(`Choose ${name}`) })
    for (const text of texts) await expect(card).toContainText(new RegExp(text.replace('$', String.raw`\$`), 'i'))
    await expect(card.getByText('%')).toHaveCount(name === 'Launch' ? 0 : 1)
    await expect(card.getByText('Most Popular')).toHaveCount(name === 'Uplift' ? 1 : 0)
  }
  server.refuse(x.createPaymentIntent, 'payment_unavailable')
  await click('Choose Ascend')
  await expectRow('S252')
  server.answer(x.createPaymentIntent, { ...opened, summary: summaryOf('Ascend', 95, 600) })
  await click('Choose Ascend')
  await expect(heading('Payment')).toBeFocused()
  await expect(heading('Order summary')).toBeVisible()
  const note = "Luna charges $95.00 today. It's a one-time payment that doesn't renew."
  for (const text of ['Ascend', '600 minutes', note, 'Secured by Stripe.']) await expect(main()).toContainText(text)
  await expect(main()).not.toContainText('Platform access')
  await expect(button('Pay $95.00')).toBeEnabled()
  expect(server.asked(x.createPaymentIntent).map(({ body }) => body)).toEqual([{ tier: 'ascend' }, { tier: 'ascend' }])
  await click('Back to Plans')
  await expect(button('Choose Ascend')).toBeEnabled()
})

it('the bonus banner appears only while there is a bonus for a first purchase', tags('S090 S140 D38 D40'), async () => {
  for (const [isFirstTime, bonusPercent, count] of [
    [true, 10, 1],
    [true, 0, 0],
    [false, 10, 0],
  ] as const) {
    server.answer(x.firstTimeEligible, { isFirstTime, bonusPercent })
    await page.goto('/checkout')
    await expect(button('Choose Launch')).toBeVisible()
    await expect
      .poll(() => server.asked(x.firstTimeEligible).length)
      .toBe(server.calls.filter((call) => call.endsWith('/config')).length)
    // The answer is drawn.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const text =
      'Your first package comes with 10% more minutes: 6 with Launch, 12 with Uplift, 24 with Navigate, 60 with Ascend.'
    await expect(page.getByText(text)).toHaveCount(count)
    await expect(page.getByText('First-time bonus')).toHaveCount(count)
  }
  server.break(x.firstTimeEligible)
  await page.goto('/checkout')
  await expectToast('Loading Failed')
})

const plan = 'S008 S093 S094 S218 S270 S288 D161 D29'

it('a plan shows its price and its form, or why it cannot be set up', tags(plan), async () => {
  as(registeredMe)
  server.refuse(x.createSubscriptionPayment, 'payment_unavailable')
  await openWithCards('/subscribe')
  await expectRow('S270')
  await expect(page.getByRole('alert').getByText("We couldn't prepare your payment")).toBeVisible()
  for (const text of ['Nothing was charged.', '30 credits per month with no rollover'])
    await expect(main()).toContainText(text)
  await closeToasts()
  // A price other than the one shown charges nothing and names the right one.
  server.refuse(x.createSubscriptionPayment, 'price_changed', { field: 'amount', details: { amount: 3.97 } })
  await click('Retry')
  await expect(toastOf()).toContainText('The price has changed. Please check the new price and try again.')
  await expect(page.getByRole('status').getByText('Platform access is $3.97 a month')).toBeVisible()
  await expect(main()).toContainText('Nothing was charged.')
  const summary = summaryOf('Platform access', 3.97, 0, 30)
  server.answer(x.createSubscriptionPayment, { clientSecret, message: 'Ready to be paid.', summary })
  await click('Continue with $3.97')
  await expect(button('Pay $3.97')).toBeEnabled()
  const { tier } = platformAccess
  const amounts = server.asked(x.createSubscriptionPayment).map(({ body }) => body)
  expect(amounts).toEqual([2.97, 2.97, 3.97].map((amount) => ({ tier, amount })))
  await expect(heading('Starter Monthly')).toBeVisible()
  for (const text of [
    '$3.97/month',
    'Luna charges $3.97 today. Platform access then renews at $3.97 a month, starting one month from today.',
    'Cancel anytime on your Account page.',
  ])
    await expect(main()).toContainText(text)
  const withPackage = main().getByRole('link', { name: 'Subscribe with a package' })
  await expect(withPackage).toHaveAttribute('href', '/register?step=payment')
})

it('an active subscriber sees what was agreed, and can revert a scheduled end', tags('D35 D41 D181'), async () => {
  const me = { ...subscriberMe, subscriptionPlan: { name: 'Founders Monthly', price: 1.97, minutes: 20 } }
  as({ ...me, cancelAtPeriodEnd: true })
  server.refuse(resumeSubscription, 'payment_unavailable')
  await page.goto('/subscribe')
  await expect(heading('Founders Monthly')).toBeVisible()
  await expect(main()).toContainText('Access endsDec 15, 2026')
  await click('Resume Subscription')
  await expectToast('Failed to resume subscription')
  await expect(button('Resume Subscription')).toBeEnabled()
  server.answer(resumeSubscription, () => {
    server.answer(currentUser, me)
    return { subscriptionStatus: 'active', cancelAtPeriodEnd: false, accessEndsAt: me.subscriptionRenewsAt }
  })
  await click('Resume Subscription')
  await expectToast('Subscription Resumed')
  await expect(main()).toContainText('Your subscription is already active.')
  await expect(main()).toContainText('StatusActiveRenewsDec 15, 2026Price$1.97/monthEach month20 credits, no rollover')
  await expect(button('Resume Subscription')).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  expect(server.asked(x.createSubscriptionPayment)).toEqual([])
})

it('an open invoice that cannot be prepared, or was just paid, says so', tags('S252 D39 D7'), async () => {
  as({ ...subscriberMe, ...payment, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-28T08:00:00.000Z' })
  server.refuse(payOverdue, 'payment_unavailable')
  await page.goto('/subscribe')
  await expectRow('S252')
  await closeToasts()
  server.refuse(payOverdue, 'nothing_overdue')
  await click('Retry')
  for (const text of ["You're all paid up.", 'Your subscription has been paid in the meantime.'])
    await expect(main()).toContainText(text)
  await expect(toastOf()).toHaveCount(0)

  // One that is paid elsewhere is not requested again.
  server.answer(payOverdue, { clientSecret, summary: summaryOf('Platform access', 2.97, 0, 30) })
  for (const address of ['/register?step=payment', '/subscribe']) {
    await openWithCards(address)
    await expect(heading('Fix your payment')).toBeVisible()
    await expect(main()).toContainText('Platform access')
    await expect(button('Pay $2.97')).toBeEnabled()
    await expect(heading('Choose your package')).toHaveCount(0)
  }
  await expect(main()).toContainText('Your access stays open until Nov 28, 2026.')
  as(subscriberMe)
  comeBack()
  await expect(main()).toContainText('Your subscription is already active.')
  await expect(button('Pay $2.97')).toHaveCount(0)
  expect(server.asked(payOverdue)).toHaveLength(4)
})

it('a stopped payment that is over, or not theirs, cannot be paid', tags('S252 D47'), async () => {
  for (const [refuse, texts] of [
    [
      () => server.refuse(resumePayment, 'payment_over', { details: { paid: true } }),
      ['This payment is complete', "You won't be charged again."],
    ],
    [
      () => server.refuse(resumePayment, 'payment_over', { details: { paid: false } }),
      ['This payment is no longer open', 'and nothing was charged'],
    ],
    [() => server.refuse(resumePayment, 'payment_not_found'), ["We couldn't find this payment"]],
    // An invalid id is refused like an unknown address.
    [() => server.refuseWith(resumePayment, refusals.notFound()), ["We couldn't find this payment"]],
  ] as const) {
    refuse()
    await page.goto(`/checkout?resume=${checkoutId}`)
    for (const text of texts) await expect(main()).toContainText(text)
    await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
    await expect(toastOf()).toHaveCount(0)
  }
  await main().getByRole('link', { name: 'Add Credits' }).click()
  await expect(heading('Buy Credits')).toBeVisible()
  server.refuse(resumePayment, 'payment_unavailable')
  await page.goto(`/checkout?resume=${checkoutId}`)
  await expectRow('S252')
  await expect(button('Retry')).toBeEnabled()
})

it("after the bank's page a payment goes on where it began", tags('S068 S092 S095 D18 D36 D39 D47 D49'), async () => {
  serveDashboard(server)
  const pastDue = { ...subscriberMe, subscriptionStatus: 'past_due', hasAccess: false }
  const access = 'Your access is ready, with 30 minutes for this month.'
  for (const [after, me, tryAgain, bought, monthly, words, home, delayMs] of [
    ['subscription', registeredMe, '/subscribe', 0, 30, access],
    ['overdue', pastDue, '/subscribe', 0, 30, access],
    ['resume', subscriberMe, `/checkout?resume=${checkoutId}`, 120, 0, '120 minutes were added to your balance.'],
    ['registration', registeredMe, '/register?step=payment', 120, 30, '150 minutes were', '/dashboard', 1000],
    ['purchase', subscriberMe, '/checkout', 60, 0, '60 minutes were added to your balance.', '/dashboard', 2000],
    ['pool', ownerMe, '/checkout', 500, 0, '500 minutes were added to the pool.', '/organization-dashboard', 2000],
  ] as const) {
    as(me)
    server.refuse(x.processPaymentSuccess, 'payment_not_completed')
    const address = `/payment-return?after=${after}&payment_intent=pi_${after}&resume=${checkoutId}`
    await page.goto(address)
    await expect(heading('Your payment did not go through')).toBeVisible()
    await expect(main()).toContainText('This payment has not been completed. Please try again.Nothing was charged.')
    await expect(main().getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', tryAgain)
    let answeredAt = 0
    server.answer(x.processPaymentSuccess, () => {
      answeredAt = performance.now()
      as(me === ownerMe ? { ...ownerMe, organizationCredits: 542 } : subscriberMe)
      return { creditsAdded: bought, monthlyCreditsAdded: monthly }
    })
    await page.goto(address)
    await expect(main().getByRole('status').filter({ hasText: 'Payment received' })).toContainText(words)
    await expect(banner()).toContainText(me === ownerMe ? /542/ : '150 minutes')
    if (home === undefined) continue
    await expect(page).toHaveURL(home)
    expect(performance.now() - answeredAt).toBeGreaterThan(delayMs - 10)
  }
  expect(server.asked(x.processPaymentSuccess)).toHaveLength(12)

  // Without its secret only the server knows whose payment it is.
  as(subscriberMe)
  server.refuse(x.processPaymentSuccess, 'payment_not_found')
  await page.goto('/payment-return?after=purchase&payment_intent=pi_other')
  await expect(main()).toContainText('This payment does not exist.Nothing was charged.')
  await expect(button('150 minutes')).toBeVisible()
  await page.goto('/payment-return?after=purchase')
  await expect(page).toHaveURL('/marketplace')
})

it('a pool has five packages, its saved card, and what its bank stopped', tags('D47 D49 D109'), async () => {
  as({ ...ownerMe, organizationCredits: 42 })
  const summary = summaryOf('Growth', 135, 1000)
  const kept = { ...opened, summary, card: visa, paymentMethodId: 'pm_1', organizationName: 'Acme Consulting' }
  server.answer(x.createPaymentIntent, kept)
  await openWithCards('/checkout')
  await expect(main()).toContainText('A one-time top-up for everyone in Acme Consulting.')
  await expect(main()).toContainText('In the pool 42 minutes')
  await expect(main().getByRole('listitem')).toHaveText([
    'Starter$70once500 minutes$0.14 a minuteChoose Starter',
    'Growth$135once1,000 minutes$0.135 a minuteSave 3.6%Choose Growth',
    'Scale$260once2,000 minutes$0.13 a minuteSave 7.1%Choose Scale',
    'Expansion$375once3,000 minutes$0.125 a minuteSave 10.7%Choose Expansion',
    'EnterpriseBest Value$600once5,000 minutes$0.12 a minuteSave 14.3%Choose Enterprise',
  ])
  await click('Choose Growth')
  await expect(main()).toContainText('For the pool of Acme Consulting')
  await expect(main()).toContainText('Luna for Business charges $135.00 today.')
  const { organizationId } = ownerMe
  expect(server.asked(x.createPaymentIntent).map(({ body }) => body)).toEqual([{ tier: 'growth', organizationId }])
  await click('Use another card')
  await expect(button('Pay $135.00')).toBeEnabled()
  await click('Back to Visa ending in 4242')
  server.answer(x.processPaymentSuccess, { creditsAdded: 1000, monthlyCreditsAdded: 0 })
  await click('Pay $135.00 with Visa ending in 4242')
  const received = main().getByRole('status').filter({ hasText: 'Payment received' })
  await expect(received).toContainText('1,000 minutes were added to the pool.Taking you to your organization…')

  server.answer(resumePayment, { ...kept, card: { ...visa, last4: '3184' } })
  await openWithCards(`/checkout?resume=${checkoutId}`)
  await expect(main()).toContainText('The bank is holding an auto-refill for Acme Consulting until you confirm it.')
  await click('Confirm with Visa ending in 3184')
  await expect(received).toContainText('1,000 minutes were added to the pool.')
})

it('a member asks instead of buying; people who work for themselves buy', tags('D49 D50 D122'), async () => {
  as(memberMe)
  server.answer(sendMessage, ({ body }) => ({ ...fromMe(body.subject, body.message, 0), ...body }))
  await page.goto('/checkout')
  await expect(main()).toContainText('Acme Consulting pays for your sessions')
  await expect(main()).toContainText('In the pool 500 minutes')
  await expect(main().getByRole('button', { name: /^Choose/ })).toHaveCount(0)
  await click('Request minutes')
  await expectToast('Request Sent', 'Your admins will see your message.')
  expect(server.asked(sendMessage).map(({ body }) => body)).toEqual([
    {
      subject: 'Request for minutes',
      message: "I'd like to keep talking with our agents. Could you add minutes to our pool?",
      messageType: 'minutes_request',
      priority: 'normal',
      audience: 'organization',
    },
  ])
  const membership = { id: 100_001, name: 'Acme Consulting', slug: 'acme-consulting', role: 'admin' as const }
  const context = { isMember: true, organization: null, role: null, offersPersonal: true }
  as(subscriberMe, { ...context, memberships: [membership] })
  await page.goto('/checkout')
  await expect(button('Choose Uplift')).toBeVisible()
  await expect(button('Choose Growth')).toHaveCount(0)
})
