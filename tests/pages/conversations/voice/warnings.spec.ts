import { card } from '#contract/billing/cards.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import type { TalkBound } from '#contract/conversations/voice-socket.ts'
import { as, expect, memberMe, ownerMe, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { minutesRequest } from '../../organizations/organization.ts'
import { type Line, openCoach, serveTalk, startTalking } from './talk.ts'

/** May talk 20 minutes a month, of which 12 are left; the pool has 500. */
const limitedMe = { ...memberMe, monthLeftSeconds: 720 } satisfies Me

function warn(line: Line, seconds: number, bound: TalkBound): void {
  line.say({ type: 'session_warning', session_warning_event: { seconds_left: seconds, bound } })
}

test('a paying person sees at two minutes and at 30 seconds what is left, with the way to more (D190)', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(card, { card: null })
  const dialog = await startTalking(page)
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  await expect(notice).toHaveCount(0)
  warn(line, 120, 'balance')
  await expect(notice).toContainText('2 minutes left')
  await expect(notice).toContainText('The conversation ends when your credits are used up.')
  warn(line, 30, 'balance')
  await expect(notice).toContainText('30 seconds left')
  await expect(dialog.getByRole('button', { name: 'Buy Credits' })).toHaveCount(1)
  await notice.getByRole('button', { name: 'Buy Credits' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add Credits' })
  await expect(sheet).toContainText('No saved card')
  await page.keyboard.press('Escape')
  line.say({ type: 'session_tick', session_tick_event: { used_seconds: 100, seconds_left: 3600, bound: 'balance' } })
  await expect(notice).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Buy Credits' })).toBeVisible()
})

test('on a phone a warning leaves the captions in view, and the pill shows it in the colors of the night (D171, D190)', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  const dialog = await startTalking(page)
  line.say({ type: 'agent_response', agent_response_event: { agent_response: 'Let us begin.', event_id: 1 } })
  warn(line, 25, 'balance')
  await expect(dialog.getByRole('region', { name: 'Minutes left' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Minimize' }).click()
  const left = page.getByRole('region', { name: 'Conversation with Mindset Coach' }).getByText(/^\d:\d\d left$/)
  await expect(left).toHaveCSS('color', 'rgb(248, 113, 113)')
})

test('a limited member sees what is left of the month, never the pool, and asks for more of it (D190, D131)', async () => {
  as(limitedMe)
  const line = await serveTalk(page, server, limitedMe)
  server.answer(sendMessage, minutesRequest)
  const ready = await openCoach(page)
  await expect(ready).toContainText('You have 12 minutes left this month')
  await expect(ready).not.toContainText('500')
  const dialog = await startTalking(page)
  warn(line, 120, 'budget')
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  await expect(notice).toContainText('2 minutes left')
  await expect(notice).toContainText('The conversation ends when your minutes for this month are used up.')
  await notice.getByRole('button', { name: 'Request minutes' }).click()
  await expect(toastOf(page)).toContainText('Request Sent')
  expect(server.asked(sendMessage)[0]?.body).toMatchObject({
    message: "I'd like to keep talking with our agents. Could you raise my monthly limit?",
  })
  as({ ...limitedMe, monthLeftSeconds: 708 })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByText('Left this month').locator('..')).toHaveText('Left this month11.80 minutes')
})

test('a pool that runs out is filled by its admins, and its members ask for more', tagged('D190 D49'), async () => {
  for (const [me, act] of [
    [ownerMe, 'Buy Credits'],
    [memberMe, 'Request minutes'],
  ] as const) {
    await test.step(act, async () => {
      as(me)
      const line = await serveTalk(page, server, me)
      const dialog = await startTalking(page)
      warn(line, 120, 'balance')
      const notice = dialog.getByRole('region', { name: 'Minutes left' })
      await expect(notice).toContainText("The conversation ends when your organization's credits are used up.")
      await expect(notice.getByRole('button', { name: act })).toBeVisible()
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
      await expect(dialog.getByText('Balance').locator('..')).toHaveText('Balance500 minutes')
    })
  }
})
