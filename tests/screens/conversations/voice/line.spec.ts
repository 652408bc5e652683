import { expect, test as base } from '../../fixtures.ts'
import { NetworkLine } from './network-line.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'

/** The page reaches the product over a line that the test can cut. */
const test = base.extend<{ line: NetworkLine }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  line: async ({}, use) => {
    const line = new NetworkLine()
    await use(line)
    line.close()
  },
  context: async ({ browser, line }, use) => {
    const context = await browser.newContext({ baseURL: await line.open(), locale: 'en-US' })
    await use(context)
    await context.close()
  },
})

// The browser itself reports what a cut line breaks.
test.use({ expectedNoise: /net::ERR_|WebSocket connection to/ })

test('a short interruption is repaired quietly: Reconnecting, then the same conversation continues (D70, D76)', async ({
  page,
  line,
}) => {
  const talker = await becomeTalker(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
  line.cut()
  await expect(dialog).toContainText('Connection lost. Trying again…')
  // The gap is not on the clock, which stops and continues where it was.
  const atCut = await dialog.getByRole('timer').innerText()
  await talking.recordTexts(page, '[role=timer]')
  const failedAtCut = line.failed
  await expect.poll(() => line.failed).toBeGreaterThan(failedAtCut + 1)
  await expect(dialog.getByRole('timer')).toHaveText(atCut)
  const mendedAtMs = performance.now()
  line.mend()
  await expect(dialog.getByRole('heading', { name: /Connection lost/ })).toHaveCount(0)
  await expect.poll(async () => (await talking.recordedTexts(page)).length).toBeGreaterThan(0)
  const [first = ''] = await talking.recordedTexts(page)
  // A page that paused after the cut shows a later second first.
  const sinceMendedSeconds = (performance.now() - mendedAtMs) / 1000
  expect(secondsOf(first) - secondsOf(atCut)).toBeLessThan(Math.max(3, sinceMendedSeconds + 2))
  await expect(talking.toast(page)).toHaveCount(0)
  expect(sockets).toHaveLength(2)
  const conversations = await conversationsOf(talker)
  expect(conversations.map(({ status }) => status)).toEqual(['active'])
})

/** Returns the seconds of a time such as 1:05. */
function secondsOf(text: string): number {
  const [minutes, seconds] = text.split(':').map(Number)
  return (minutes ?? 0) * 60 + (seconds ?? 0)
}

test('a line that stays interrupted: Connection Lost, and Resume continues where it was (S166, S265, D75, D76)', async ({
  page,
  line,
}) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.startTalking(page)
  await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
  line.cut()
  await expect(dialog).toContainText('Connection lost. Trying again…')
  await expectRow(page, 'S265')
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  line.mend()
  // The server settles by itself, at the last byte it received: under 10 seconds, so for free.
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status, { timeout: 30_000 }).not.toBe('active')
  const [lost] = await conversationsOf(talker)
  expect(lost?.charged_ms).toBe(0)
  expect(await balanceMsOf(talker)).toBe(150 * 60_000)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
})

test('a network that blocks voice sockets: Connection Error (S266, D88)', async ({ page, line }) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  line.refuseVoice()
  const dialog = await talking.openAgent(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectRow(page, 'S266')
  await expect(dialog).toContainText('Ready to connect')
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status).not.toBe('active')
})

test('a session that cannot be saved says so, and the dialog closes (S268, D77)', async ({ page, line }) => {
  await becomeTalker(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.startTalking(page)
  await expect(dialog.getByRole('timer')).toHaveText(/[1-9]$/)
  line.cut()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expectRow(page, 'S268')
  await expect(dialog).toBeHidden()
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
})
