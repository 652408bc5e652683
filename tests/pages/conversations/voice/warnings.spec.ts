import { card } from '#contract/billing/cards.ts'
import type { TalkBound } from '#contract/conversations/voice-socket.ts'
import type { Me } from '#contract/identity/people.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectWords, memberMe, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { minutesRequest } from '../../organizations/organization.ts'
import { step } from '../../results/steps.ts'
import { end, type Line, openCoach, says, talkAs } from './talk.ts'

/** May talk 20 minutes a month, of which 12 are left; the pool has 500. */
const limitedMe = { ...memberMe, monthLeftSeconds: 720 } satisfies Me

function warn(line: Line, seconds: number, bound: TalkBound | 'limit'): void {
  line.say({ type: 'session_warning', session_warning_event: { seconds_left: seconds, bound } })
}

const tick = (line: Line) =>
  line.say({ type: 'session_tick', session_tick_event: { used_seconds: 100, seconds_left: 3600, bound: 'balance' } })

test('a paying person sees what is left, with the way to more', tagged('D86 D190'), async () => {
  server.answer(card, { card: null })
  const { line, dialog } = await talkAs()
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  await expect(notice).toHaveCount(0)
  warn(line, 120, 'balance')
  await expectWords(notice, '2 minutes left', 'The session ends when your credits are used up.')
  warn(line, 30, 'balance')
  await expect(notice).toContainText('30 seconds left')
  await expect(dialog.getByRole('button', { name: 'Buy Credits' })).toHaveCount(1)
  await press(notice, 'Buy Credits')
  await expect(page.getByRole('dialog', { name: 'Buy Credits' })).toContainText('No saved card')
  await page.keyboard.press('Escape')
  tick(line)
  await expect(notice).toHaveCount(0)

  // The longest time of a conversation sells nothing, and no tick of the credits takes it back.
  warn(line, 120, 'limit')
  await expectWords(notice, '2 minutes left', 'This session is reaching its time limit.')
  await expect(notice.getByRole('button')).toHaveCount(0)
  warn(line, 30, 'limit')
  tick(line)
  await expect(notice).toContainText('Less than 30 seconds left')
  warn(line, 5, 'balance')
  await expect(notice).toContainText('The session ends when your credits are used up.')
  await expect(notice.getByRole('button', { name: 'Buy Credits' })).toBeVisible()
})

test('on a phone a warning leaves the captions in view, and colors the pill', tagged('D171 D190'), async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'light' })
  const { line, dialog } = await talkAs()
  line.say(says(1, 'Let us begin.'))
  warn(line, 25, 'balance')
  await expect(dialog.getByRole('region', { name: 'Minutes left' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toBeInViewport({ ratio: 1 })
  await press(dialog, 'Minimize')
  const left = page.getByRole('region', { name: 'Session with Mindset Coach' }).getByText(/^\d:\d\d left$/)
  await expect(left).toHaveCSS('color', 'rgb(248, 113, 113)')
})

test('a limited member sees what is left of the month, never the pool', tagged('D190 D131'), async () => {
  server.answer(sendMessage, minutesRequest)
  const { line, dialog } = await talkAs(limitedMe)
  warn(line, 120, 'budget')
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  await expectWords(notice, '2 minutes left', 'The session ends when your minutes for this month are used up.')
  await press(notice, 'Request minutes')
  await expect(toastOf(page)).toContainText('Request Sent')
  const message = "I'd like to keep talking with our agents. Could you raise my monthly limit?"
  expect(server.asked(sendMessage)[0]?.body).toMatchObject({ message })
  as({ ...limitedMe, monthLeftSeconds: 708 })
  await end(dialog)
  await expect(dialog).toContainText('11.80 minutes left this month.')
  const ready = await openCoach()
  await expect(ready).toContainText('You have 11.80 minutes left this month')
  await expect(ready).not.toContainText('500')
})

test('a pool that runs out is filled by its admins, and its members ask for more', tagged('D190 D49'), async () => {
  for (const [me, act] of [
    [luna.ownerMe, 'Buy Credits'],
    [memberMe, 'Request minutes'],
  ] as const) {
    const { line, dialog } = await talkAs(me)
    warn(line, 120, 'balance')
    const notice = dialog.getByRole('region', { name: 'Minutes left' })
    await expect(notice).toContainText("The session ends when your organization's credits are used up.")
    await expect(notice.getByRole('button', { name: act })).toBeVisible()
    await end(dialog)
    await expect(dialog).toContainText('500 minutes left.')
  }
})

const anna = step('Call Anna', { dueOn: '2026-11-27', state: 'proposed' })
const offer = step('Send the offer', { state: 'proposed' })

test('a noted step waits while the focus is in it, then goes by itself', async () => {
  await page.clock.install()
  server.answer(changeNextStep, { ...anna, state: 'open' })
  const { line, dialog } = await talkAs()
  const note = ({ id, title, dueOn }: typeof anna) =>
    line.say({ type: 'step_noted', step_noted_event: { id, title, due_on: dueOn, state: 'proposed' } })
  // Without a silence in which the room would give up the line.
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      line.say({ type: 'ping', ping_event: { event_id: second, ping_ms: 20 } })
      await page.clock.runFor(1000)
    }
  }
  note(anna)
  await expect(dialog.getByText('Noted: Call Anna, Fri, Nov 27').filter({ visible: true }).first()).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Add to my list' })
  await add.focus()
  note(offer)
  await pass(20)
  await expect(add).toBeFocused()
  await expect(dialog.getByText(/Noted: Send the offer/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('On your list')).toBeFocused()
  expect(server.asked(changeNextStep)).toMatchObject([{ params: { id: anna.id }, body: { state: 'open' } }])
  await pass(13)
  await expect(dialog.getByText(/Noted: Send the offer/).first()).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Listening' })).toBeFocused()
  await pass(13)
  await expect(add).toHaveCount(0)
})
