import type { Page } from '@playwright/test'
import { openPage, signInAs, startTalking } from './browser.ts'
import { type Row, times } from './report.ts'

const conversations = 16
const turns = 3

/** Names of the engine's own measures in the browser's performance timeline and of our own, with the goals. */
const figures = [
  { metric: 'luna:click_to_connected', name: 'click to connected, after the first time', goal: 'p95 <= 150 ms' },
  { metric: 'starts', name: 'POST /api/sessions, while the page makes ready', goal: undefined },
  { metric: 'luna:message_to_sound', name: 'message to first sample', goal: 'p95 <= 20 ms' },
  { metric: 'luna:interruption_to_silence', name: 'interruption to silence in the graph', goal: 'p95 <= 15 ms' },
  { metric: 'frames', name: 'microphone frame on the page to the socket', goal: 'p95 <= 0.3 ms' },
]

/** Holds several conversations through the whole product in Chromium and reads what the engine measured. */
export async function benchVoice(url: string): Promise<Row[]> {
  const { page, close } = await openPage(url)
  await page.addInitScript(watchMeasures)
  await signInAs(page)
  // The first one stores the consent and compiles the code, once for each person.
  await converse(page)
  await page.evaluate(() => {
    window.lunaMeasures = []
  })
  for (let i = 0; i < conversations; i++) await converse(page)
  const entries = await page.evaluate(() => window.lunaMeasures ?? [])
  await close()
  const durationsOf = (metric: string) => entries.flatMap(({ name, duration }) => (name === metric ? [duration] : []))
  return figures.flatMap(({ metric, name, goal }) => times(name, durationsOf(metric), goal))
}

/** Runs in the page, because the product only reports its measures and keeps none. */
function watchMeasures(): void {
  window.lunaMeasures = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name.endsWith('/api/sessions')) window.lunaMeasures?.push({ name: 'starts', duration })
      else if (name.startsWith('luna:')) window.lunaMeasures?.push({ name, duration })
    }
  }).observe({ entryTypes: ['measure', 'resource'] })
  class TimedSocket extends WebSocket {
    override send(data: string): void {
      super.send(data)
      // A worklet's frame is encoded and sent while its message is handled.
      const cause = window.event
      if (!(cause?.target instanceof MessagePort) || !data.startsWith('{"user_audio_chunk"')) return
      window.lunaMeasures?.push({ name: 'frames', duration: performance.now() - cause.timeStamp })
    }
  }
  window.WebSocket = TimedSocket
}

declare global {
  interface Window {
    lunaMeasures?: { name: string; duration: number }[]
  }
}

/** Holds one conversation in which typed turns interrupt the agent again and again. */
async function converse(page: Page): Promise<void> {
  const dialog = await startTalking(page)
  for (let turn = 0; turn < turns; turn++) {
    await dialog.getByText(/^Speaking/).waitFor()
    await page.waitForTimeout(700)
    const typing = dialog.getByRole('button', { name: 'Type a message' })
    if ((await typing.getAttribute('aria-expanded')) !== 'true') await typing.click()
    await dialog.getByRole('textbox', { name: 'Message' }).fill(`What should I do first? ${turn}`)
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await page.waitForTimeout(600)
  }
  // Longer than the free time, because a person may start only ten free conversations an hour.
  await dialog
    .getByRole('timer')
    .filter({ hasText: /0:1[1-9]|0:[2-5]\d/ })
    .waitFor()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
