import { changeNextStep } from '#contract/results/next-steps.ts'
import { as, expect, page, type Page, server, subscriberMe, test } from '#tests/pages.ts'
import { step } from '../../results/steps.ts'
import { type Line, serveTalk, startTalking } from './talk.ts'

const anna = step('Call Anna', { dueOn: '2026-11-27', state: 'proposed' })
const offer = step('Send the offer', { state: 'proposed' })

function note(line: Line, { id, title, dueOn }: typeof anna): void {
  line.say({ type: 'step_noted', step_noted_event: { id, title, due_on: dueOn, state: 'proposed' } })
}

/** Lets time pass in the room without a silence in which it would give up the line. */
async function pass(page: Page, line: Line, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    line.say({ type: 'ping', ping_event: { event_id: second, ping_ms: 20 } })
    await page.clock.runFor(1000)
  }
}

test('a noted step is shown in the room and disappears by itself', async () => {
  as(subscriberMe)
  await page.clock.install()
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  note(line, anna)
  const notice = dialog.getByText('Noted: Call Anna, Fri, Nov 27').filter({ visible: true })
  const add = dialog.getByRole('button', { name: 'Add to my list' })
  await expect(notice.first()).toBeVisible()
  await expect(add).toBeVisible()
  await pass(page, line, 13)
  await expect(notice).toHaveCount(0)
  await expect(add).toHaveCount(0)
})

test('a noted step stays while the focus is in it, the next one waits, and the focus stays in the room', async () => {
  as(subscriberMe)
  await page.clock.install()
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(changeNextStep, { ...anna, state: 'open' })
  const dialog = await startTalking(page)
  note(line, anna)
  const add = dialog.getByRole('button', { name: 'Add to my list' })
  await add.focus()
  note(line, offer)
  await pass(page, line, 20)
  await expect(add).toBeFocused()
  await expect(dialog.getByText(/Noted: Send the offer/)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('On your list')).toBeFocused()
  expect(server.asked(changeNextStep)).toMatchObject([{ params: { id: anna.id }, body: { state: 'open' } }])
  await pass(page, line, 13)
  await expect(dialog.getByText(/Noted: Send the offer/).first()).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Listening' })).toBeFocused()
})
