import { agents } from '#contract/agents/agents.ts'
import { resumePayment } from '#contract/billing/auto-purchase.ts'
import * as x from '#contract/billing/purchases.ts'
import { payOverdue, resumeSubscription } from '#contract/billing/subscription.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { button, click, closeToasts, expectRow, expectToast, heading, main, toastOf } from '#tests/components/words.ts'
import { fromMe } from '#tests/pages/messages/inbox.ts'
import { memberMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'

/** Pages of payment, without typing a card. */

const payment = { creditBalance: 120, balanceSeconds: 7200, monthlyCredits: 0, monthlyEndsAt: null }

beforeEach(() => {
  as(subscriberMe)
  server.answer(x.firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.answer(agents, [])
})

it('the checkout has four plans with their figures, and the balance', tags('S009 S089 S289-S293'), async () => {
  await page.goto('/checkout')
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
  await expect(button('Choose Ascend')).toBeEnabled()
})

it('the bonus banner appears only while there is a bonus for a first purchase', tags('S090 S140 D40'), async () => {
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
})

it('a subscription that cannot be set up says so, and Retry repeats it', tags('S093 S270 D161 D29'), async () => {
  as(registeredMe)
  server.refuse(x.createSubscriptionPayment, 'payment_unavailable')
  await page.goto('/subscribe')
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
  await click('Continue with $3.97')
  await expect
    .poll(() => server.asked(x.createSubscriptionPayment).map(({ body }) => body.amount))
    .toEqual([2.97, 2.97, 3.97])
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

it('a canceled subscriber is offered the way back, with the purchased minutes', tags('D6 D41'), async () => {
  const subscriptionRenewsAt = '2026-11-15T08:00:00.000Z'
  as({ ...subscriberMe, ...payment, subscriptionStatus: 'canceled', subscriptionRenewsAt, hasAccess: false })
  server.refuse(x.createSubscriptionPayment, 'payment_unavailable')
  await page.goto('/marketplace')
  await expect(main()).toContainText('Your subscription was canceled and ended on Nov 15, 2026.')
  await expect(main()).toContainText('120 minutes')
  await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
  await expect(main()).toContainText('Your 120 purchased minutes, ready to use right away')
})

it('an open invoice that cannot be prepared, or was just paid, says so', tags('S252 D7'), async () => {
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
    await page.goto('/checkout?resume=0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003')
    for (const text of texts) await expect(main()).toContainText(text)
    await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
    await expect(toastOf()).toHaveCount(0)
  }
  await main().getByRole('link', { name: 'Add Credits' }).click()
  await expect(heading('Buy Credits')).toBeVisible()
  server.refuse(resumePayment, 'payment_unavailable')
  await page.goto('/checkout?resume=0d4c7f8e-0003-4a61-8f0e-6f2f3b1c0003')
  await expectRow('S252')
  await expect(button('Retry')).toBeEnabled()
})

it('a payment that was not made, or not by this person, is never called paid', tags('D36'), async () => {
  for (const [code, words] of [
    ['payment_not_completed', 'This payment has not been completed. Please try again.'],
    ['payment_not_found', 'This payment does not exist.'],
  ] as const) {
    server.refuse(x.processPaymentSuccess, code)
    // Without its secret only the server knows.
    await page.goto('/payment-return?after=purchase&payment_intent=pi_1')
    await expect(heading('Your payment did not go through')).toBeVisible()
    for (const text of ['Nothing was charged.', words]) await expect(main()).toContainText(text)
    await expect(button('150 minutes')).toBeVisible()
  }
  await page.goto('/payment-return?after=purchase')
  await expect(page).toHaveURL('/marketplace')
})

it('a member asks instead of buying; people who work for themselves buy', tags('D49 D50 D122'), async () => {
  as(memberMe)
  server.answer(sendMessage, ({ body }) => ({ ...fromMe(body.subject, body.message, 0), ...body }))
  await page.goto('/checkout')
  await expect(main()).toContainText('Acme Consulting pays for your conversations')
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
