import type { Page } from '@playwright/test'
import { signIn, startTalking } from './demo-person.ts'
import { percentile, plain, type Row } from './report.ts'
import { launchChromium } from './voice-lab/chromium.ts'

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true }
const slowdown = 4
const watchedMs = 5000

/**
 * Counts frames on a phone-sized page at a quarter of the processor: in the room before the conversation, as the
 * reference, and while the agent speaks, with rays and captions moving.
 */
export async function benchFrames(url: string): Promise<Row[]> {
  const browser = await launchChromium()
  const context = await browser.newContext({ baseURL: url, ...phone })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await signIn(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const still = await gapsOf(page)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await dialog.getByRole('button', { name: 'Type a message' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('What can you help me with?')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await dialog.getByText(/^Speaking/).waitFor()
  const moving = await gapsOf(page)
  await browser.close()
  const late = moving.filter((gap) => gap > 25).length
  return [
    plain('frame gap at rest, 4x slower, p95', percentile(still, 0.95), ' ms'),
    {
      name: 'frame gap while the agent speaks, 4x slower, p95',
      value: percentile(moving, 0.95),
      unit: ' ms',
      ratio: percentile(moving, 0.95) / percentile(still, 0.95),
      goal: 'p95 <= 17 ms',
    },
    plain('frames that came late', (late / moving.length) * 100, ' %', '<= 2 %'),
  ]
}

/** Returns the time between frames of the next seconds, in ms. */
function gapsOf(page: Page): Promise<number[]> {
  return page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const startMs = performance.now()
        let lastMs: number | null = null
        requestAnimationFrame(function next(nowMs) {
          if (lastMs !== null) gaps.push(nowMs - lastMs)
          lastMs = nowMs
          if (nowMs - startMs < forMs) requestAnimationFrame(next)
          else resolve(gaps)
        })
      }),
    watchedMs,
  )
}
