import { breakWrites } from '../../faults.ts'
import { expect, test } from '../../fixtures.ts'
import { heardOf, tapOutput } from './output-level.ts'
import { sql } from '../../people.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'
import { closeToasts } from '../../../kit/browser/watch.ts'

const fullBalanceMs = 150 * 60_000

test('the provider or the server fails at the start: Connection Failed, microphone released, nothing charged (S262, D88)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.openAgent(page)
  const start = dialog.getByRole('button', { name: 'Start' })
  await talking.withVoiceFault('refuse', async () => {
    await start.click()
    await expectRow(page, 'S262')
  })
  await expect(dialog).toContainText('Ready to connect')
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })

  const mend = await breakWrites('voice_session', 'insert', talker)
  await closeToasts(page)
  await start.click()
  await expectRow(page, 'S262')
  await mend()
  await expect.poll(() => talking.microphones(page)).toEqual(['ended', 'ended'])

  // The earlier failure does not prevent it.
  await start.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(await balanceMsOf(talker)).toBe(fullBalanceMs)
})

test('a full provider: Connection Failed with its own words (D88)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.openAgent(page)
  await talking.withVoiceFault('busy', async () => {
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S262', 'All agents are busy. Please try again in a few minutes.')
  })
  await expect(dialog).toContainText('Ready to connect')
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status).toBe('failed')
  expect(await balanceMsOf(talker)).toBe(fullBalanceMs)
})

test('waiting in line costs nothing and can be left (D70)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.openAgent(page)
  await talking.withVoiceFault('queue', async () => {
    await talking.recordTexts(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Start' }).click()
    // The wait in line lasts three seconds, so its words are read after leaving it.
    await dialog.getByRole('button', { name: 'Leave the line' }).click()
    await expect(dialog).toContainText('Ready to connect')
    const said = (await talking.recordedTexts(page)).join('\n')
    expect(said).toContain('All agents are busy. You are in line.')
    expect(said).toContain('Waiting is free.')
    await expect.poll(async () => (await conversationsOf(talker))[0]?.status).toBe('failed')

    await talking.recordTexts(page, '[role=timer]')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByText('All agents are busy. You are in line.').first().waitFor()
    await expect(dialog.getByRole('timer')).toBeVisible()
    // Three seconds in the line are not on the clock.
    expect((await talking.recordedTexts(page))[0]).toMatch(/0:0[01]$/)
  })
})

test('a provider that drops the call midway: Connection Lost with Resume (S166, S265, D72, D76)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.openAgent(page)
  await talking.withVoiceFault('drop', async () => {
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await expectRow(page, 'S265')
  })
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  const [lost] = await conversationsOf(talker)
  expect(lost).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  // A question would interrupt the words to come.
  await talking.listenOnly(page)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog.getByRole('log')).toContainText('We were cut off. I am back, please go on.')
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
})

test('no metadata within ten seconds: Connecting, then Connection Failed at no cost (S086, D82)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.openAgent(page)
  await talking.withVoiceFault('late_metadata', async () => {
    const pressedAtMs = performance.now()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('heading', { name: 'Connecting…' })).toBeVisible()
    await expect(talking.toast(page)).toContainText('Connection Failed')
    expect(performance.now() - pressedAtMs).toBeGreaterThan(9500)
  })
  await expectRow(page, 'S262')
  await expect.poll(async () => (await conversationsOf(talker))[0]?.charged_ms).toBe(0)
  expect(await balanceMsOf(talker)).toBe(fullBalanceMs)
})

test('sound that comes too late after an interruption is never heard (S248, D85)', async ({ page }) => {
  await becomeTalker(page)
  await tapOutput(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.openAgent(page)
  await talking.withVoiceFault('stale_audio', async () => {
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    const received = sockets[0]?.received ?? []
    await expect.poll(() => talking.ofType(received, 'interruption').length, { timeout: 30_000 }).toBeGreaterThan(0)
    const { event_id: at } = talking.payloadOf<{ event_id: number }>(received, 'interruption', 'interruption_event')
    const soundAfter = () => {
      const later = received.slice(received.findIndex(({ body }) => body.type === 'interruption'))
      return talking.ofType(later, 'audio').map(({ body }) => (body.audio_event as { event_id: number }).event_id)
    }
    await expect.poll(() => soundAfter().filter((id) => id <= at).length).toBe(2)
    // They are a loud tone, which would have been heard by the time the next answer is.
    const cutAt = (await heardOf(page)).interruptedSeconds[0] ?? Infinity
    await expect
      .poll(async () => (await heardOf(page)).stretches.some(({ fromSeconds }) => fromSeconds > cutAt), {
        timeout: 30_000,
      })
      .toBe(true)
    expect((await heardOf(page)).toneShare).toBeLessThan(0.5)
  })
})

test.describe('files that are away', () => {
  test.use({ expectedNoise: /voice-settings|Failed to fetch dynamically imported module|ERR_FAILED/ })

  test('a sheet that cannot be loaded does not disturb the conversation', async ({ page }) => {
    const talker = await becomeTalker(page)
    const asked: string[] = []
    await page.route(/voice-settings[^/]*\.js$/, (route) => route.abort())
    page.on('request', (request) => {
      const [, sheet] = /\/(voice-settings|top-up)-[^/]*\.js$/.exec(request.url()) ?? []
      if (sheet) asked.push(sheet)
    })
    const dialog = await talking.startTalking(page)
    // Loaded without a press, because the line may be gone later.
    await expect.poll(() => asked).toEqual(expect.arrayContaining(['voice-settings', 'top-up']))
    await dialog.getByRole('button', { name: 'Voice settings' }).click()
    const sheet = page.getByRole('dialog', { name: "This didn't load" })
    await expect(sheet).toContainText("Your conversation isn't affected.")
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(dialog.getByRole('timer')).toBeVisible()
    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
  })
})

test('access lost during a call ends it without an error (D92)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.startTalking(page)
  await sql('update agent set is_active = false where name = $1', [talking.agentName])
  try {
    await expect(dialog).toContainText('Your access to this agent ended.')
  } finally {
    await sql('update agent set is_active = true where name = $1', [talking.agentName])
  }
  await expect(talking.toast(page)).toHaveCount(0)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'completed', end_reason: 'access' })
})
