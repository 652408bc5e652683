import type { Locator } from '@playwright/test'
import { card } from '#contract/billing/cards.ts'
import { createPaymentIntent, processPaymentSuccess } from '#contract/billing/purchases.ts'
import { endConversation, startConversation } from '#contract/conversations/voice.ts'
import {
  as,
  expect,
  type FakeServer,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { openedWith, servePayments } from './paying.ts'
import { endedSession, openCoach, serveTalk, startTalking } from './talk.ts'

const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }

/** Makes the page record from now on every toast that it shows, however briefly. */
async function recordToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const toasts = new Set<string>()
    Object.assign(window, { toasts })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-toast]')) if (textContent) toasts.add(textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

const recordedToasts = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { toasts: Set<string> }).toasts].join('\n'))

/** Starts without success, which shows a toast; every earlier one has been shown by then. */
async function startInVain(page: Page, server: FakeServer, start: Locator): Promise<void> {
  server.refuse(startConversation, 'voice_busy')
  await start.click()
  await expect(toastOf(page)).toContainText('All agents are busy.')
}

test('a second tab offers to take over the conversation, and no start is called failed', tagged('D74'), async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  server.refuse(startConversation, 'session_active', { details: { sessionId: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f69' } })
  const dialog = await openCoach(page)
  await recordToasts(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog).toContainText('You are already talking to an agent')
  await startInVain(page, server, dialog.getByRole('button', { name: 'End the other session and start here' }))
  expect(await recordedToasts(page)).not.toContain('You are already in a conversation. Please end it first.')
})

const usedUp = [
  { reason: 'balance', text: 'Your credits are used up.' },
  { reason: 'budget', text: 'Your monthly budget is used up.' },
] as const

test('minutes that ran out are reported once, in the recap, with nothing over it', tagged('S261 D73'), async () => {
  as(subscriberMe)
  await servePayments(page)
  server.answer(card, { card: visa })
  for (const { reason, text } of usedUp) {
    await test.step(reason, async () => {
      const line = await serveTalk(page, server, subscriberMe)
      server.answer(endConversation, { ...endedSession, userId: subscriberMe.id, endReason: reason })
      const dialog = await startTalking(page)
      await recordToasts(page)
      await dialog.getByRole('button', { name: 'Buy Credits' }).click()
      const sheet = page.getByRole('dialog', { name: 'Add Credits' })
      await expect(sheet.getByRole('listitem')).toHaveCount(4)
      line.say({ type: 'session_ended', session_ended_event: { reason, used_seconds: 60 } })
      await expect(dialog.getByRole('heading', { name: 'Not Enough Credits' })).toBeVisible()
      await expect(dialog).toContainText(text)
      await expect(sheet).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Use This Agent' }).click()
      await startInVain(page, server, dialog.getByRole('button', { name: 'Start' }))
      expect(await recordedToasts(page)).not.toContain('Not Enough Credits')
    })
  }
})

test('a payment under way when the minutes run out is followed to its end', tagged('D73 D87'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  await servePayments(page)
  server.answer(card, { card: visa })
  server.answer(createPaymentIntent, openedWith(visa, 'pm_visa'))
  server.answer(processPaymentSuccess, { creditsAdded: 120, monthlyCreditsAdded: 0 })
  const release = server.hold(processPaymentSuccess)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add Credits' })
  await sheet.getByRole('button', { name: /^120 minutes/ }).click()
  await sheet.getByRole('button', { name: 'Pay $25.00 with Visa ending in 4242' }).click()
  await expect(sheet).toContainText('Adding the minutes…')
  line.say({ type: 'session_ended', session_ended_event: { reason: 'balance', used_seconds: 60 } })
  await expect(sheet).toContainText('The conversation has ended.')
  release()
  await expect(sheet).toContainText('120 minutes added')
  await expect(sheet).toContainText("They're in your balance.")
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(dialog.getByRole('heading', { name: 'Not Enough Credits' })).toBeVisible()
})
