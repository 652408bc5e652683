import type { Locator } from '@playwright/test'
import { type Agent, agents, unlockAgent } from '#contract/agents/agents.ts'
import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { type Communication, communications, deleteMessage, sendMessage } from '#contract/messages/messages.ts'
import { updateNames, endOtherSignIns, endSignIn, signIns } from '#contract/identity/profile.ts'
import { createPaymentIntent, firstTimeEligible } from '#contract/billing/purchases.ts'
import { cancelSubscription, resumeSubscription } from '#contract/billing/subscription.ts'
import { cardOf } from '../../kit/browser/account.ts'
import { pressFor } from '../../kit/browser/keyboard.ts'
import {
  as,
  expect,
  type FakeServer,
  page,
  type Page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { autoPurchaseOff, openAccount, serveAccount } from '../billing/account/account.ts'
import { openProfile, serveProfile, thisBrowser, unknownBrowser } from './identity.ts'

/** An act whose button disappears or changes keeps the focus. */

/** Presses a button by keyboard, like a person who has reached it by Tab. */
async function act(page: Page, button: Locator, outcome: Locator): Promise<void> {
  await button.focus()
  await pressFor(page, 'Enter', outcome)
}

function named(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true })
}

const lockedAgent = {
  id: '7a2d0b11-0001-4a61-8f0e-6f2f3b1c0001',
  name: 'Closing Coach',
  description: 'Practises closing with you.',
  category: 'Sales',
  imageUrl: null,
  isPremium: true,
  isActive: true,
  isUnlocked: false,
  rating: 4.5,
  ratingSource: 'editorial',
  sessionCount: 12,
  ratingCount: 0,
  greetingUrl: null,
  greeting: null,
} satisfies Agent

test('an act whose button disappears or changes keeps the focus at the marketplace and the checkout (S168, S091)', async ({
  provider,
}) => {
  as(subscriberMe)
  server.answer(agents, [lockedAgent])
  server.answer(unlockAgent, () => {
    server.answer(agents, [{ ...lockedAgent, isUnlocked: true }])
    return { agentId: lockedAgent.id, unlockedAt: '2026-11-22T08:00:00.000Z' }
  })
  await page.goto('/marketplace')
  const card = page.getByRole('article', { name: lockedAgent.name })
  await act(page, named(card, 'Unlock Agent'), named(card, 'Use This Agent'))
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('zzzz')
  await act(page, named(page, 'Clear Filters'), card)

  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.answer(createPaymentIntent, {
    clientSecret: await provider.openPayment(1500),
    summary: { totalAmount: 15, lines: [{ label: 'Launch', amount: 15 }], packageMinutes: 60, monthlyMinutes: 0 },
    card: null,
    paymentMethodId: null,
    organizationName: null,
  })
  await page.goto('/checkout')
  await act(page, named(page, 'Choose Launch'), named(page, 'Pay $15.00'))
  await act(page, named(page, 'Back to Plans'), named(page, 'Choose Launch'))
})

test('an act whose button disappears or changes keeps the focus at the account', tagged('S099 S173 D41'), async () => {
  const serve = (cancelAtPeriodEnd: boolean) => {
    const me = { ...subscriberMe, cancelAtPeriodEnd }
    as(me)
    serveAccount(server, me)
    return { subscriptionStatus: 'active', cancelAtPeriodEnd, accessEndsAt: me.subscriptionRenewsAt }
  }
  serve(false)
  server.answer(cancelSubscription, () => serve(true))
  server.answer(resumeSubscription, () => serve(false))
  const on = { ...autoPurchaseOff, enabled: true }
  server.answer(changeAutoPurchase, () => {
    server.answer(autoPurchase, on)
    return on
  })
  await openAccount(page)
  const actions = cardOf(page, 'Quick Actions')
  const question = page.getByRole('alertdialog')
  await act(page, named(actions, 'Cancel Subscription'), question)
  await act(page, named(question, 'Cancel Subscription'), named(page, 'Resume Subscription'))
  await expect(question).toHaveCount(0)
  await act(page, named(page, 'Resume Subscription'), named(actions, 'Cancel Subscription'))
  const toggle = page.getByRole('switch', { name: 'Buy minutes automatically' })
  const dialog = page.getByRole('dialog', { name: 'Switch on auto-purchase?' })
  await act(page, toggle, dialog)
  await act(page, named(dialog, 'Switch On'), page.getByLabel('Threshold (minutes)'))
  await expect(dialog).toHaveCount(0)
  await expect(toggle).toBeFocused()
})

test('an act whose button disappears or changes keeps the focus at the profile', tagged('D25'), async () => {
  // The button disappears while its question fades out.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  as(registeredMe)
  serveProfile(server)
  let browsers = [thisBrowser, unknownBrowser(1), unknownBrowser(2)]
  server.answer(signIns, () => browsers)
  server.answer(updateNames, registeredMe)
  server.answer(endSignIn, ({ params: { id } }) => {
    browsers = browsers.filter((one) => one.id !== id)
    return { success: true as const }
  })
  server.answer(endOtherSignIns, () => {
    browsers = [thisBrowser]
    return { ended: 1 }
  })
  await openProfile(page)
  await act(page, named(page, 'Save Name'), toastOf(page).filter({ hasText: 'Name Saved' }))
  const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await act(page, rows.getByRole('button').first(), toastOf(page).filter({ hasText: 'Browser Signed Out' }))
  await expect(rows).toHaveCount(2)
  await pressFor(page, 'Shift', rows.first())
  await act(page, named(page, 'Sign Out Everywhere Else'), page.getByRole('alertdialog'))
  await act(page, named(page.getByRole('alertdialog'), 'Sign Out Everywhere Else'), rows.first())
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await pressFor(page, 'Shift', rows.first())
})

test('an act whose button disappears or changes keeps the focus where something can be tried again', async () => {
  as(registeredMe)
  serveProfile(server)
  server.break(signIns)
  await openProfile(page)
  await expect(named(page, 'Retry')).toBeVisible()
  server.answer(signIns, [thisBrowser])
  await act(page, named(page, 'Retry'), page.getByText('This browser', { exact: true }))
  await expect(page.getByRole('main')).toBeFocused()
})

const welcome = {
  id: '6c2d0b11-0003-4a61-8f0e-6f2f3b1c0001',
  fromUserId: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f53',
  audience: 'person',
  toUserId: subscriberMe.id,
  subject: 'Welcome',
  message: 'Good to have you here.',
  messageType: 'general',
  priority: 'normal',
  isRead: true,
  isOwn: false,
  isUnread: false,
  inReplyTo: null,
  seenAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
} satisfies Communication

/** Opens a thread of one message, which can be answered and deleted. Returns its messages. */
async function openThread(page: Page, server: FakeServer): Promise<Locator> {
  let kept: Communication[] = [welcome]
  server.answer(communications, () => kept)
  server.answer(sendMessage, ({ body: { message } }) => {
    const sent: Communication = {
      ...welcome,
      id: '6c2d0b11-0003-4a61-8f0e-6f2f3b1c0002',
      fromUserId: subscriberMe.id,
      audience: 'admins',
      toUserId: null,
      message,
      isRead: false,
      isOwn: true,
      inReplyTo: welcome.id,
      createdAt: '2026-11-22T08:00:00.000Z',
    }
    kept = [sent, welcome]
    return sent
  })
  server.answer(deleteMessage, ({ params: { id } }) => {
    kept = kept.filter((one) => one.id !== id)
    return { success: true as const }
  })
  await page.goto(`/dashboard/messages?thread=${welcome.id}`)
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toHaveCount(1)
  return messages
}

test('an act whose button disappears or changes keeps the focus at the messages', tagged('S178 D66'), async () => {
  as(subscriberMe)
  const messages = await openThread(page, server)
  await page.getByLabel('Your message').fill('Thank you.')
  await act(page, named(page, 'Send Message'), messages.nth(1))
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await pressFor(page, 'Shift', messages.nth(1))
  await expect(page.getByLabel('Your message')).toBeFocused()
  for (let left = 1; left >= 0; left--) {
    await act(page, messages.first().getByRole('button', { name: /^Delete/ }), page.getByRole('alertdialog'))
    await named(page.getByRole('alertdialog'), 'Delete Message').press('Enter')
    await expect(messages).toHaveCount(left)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await pressFor(page, 'Shift', page.getByRole('main'))
  }
})

test('the focus is kept at the last message, when the next frame comes before the dialog has gone', async () => {
  as(subscriberMe)
  const messages = await openThread(page, server)
  // Like a busy machine, whose frames do not wait for the page.
  await page.evaluate(() => {
    window.requestAnimationFrame = (draw) => {
      queueMicrotask(() => draw(performance.now()))
      return 0
    }
  })
  await act(page, messages.first().getByRole('button', { name: /^Delete/ }), page.getByRole('alertdialog'))
  await named(page.getByRole('alertdialog'), 'Delete Message').press('Enter')
  await expect(messages).toHaveCount(0)
  await pressFor(page, 'Shift', page.getByRole('main'))
  await expect(page.getByRole('main')).toBeFocused()
})
