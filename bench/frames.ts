import type { Page } from '@playwright/test'
import { openPage, phone, signInAs, slowdown, startTalking } from './browser.ts'
import { percentile, plain, type Row } from './report.ts'

const watchedMs = 5000

/** What the machine can draw at all: a page on which a small square moves. */
const square = `<!doctype html><div style="width:40px;height:40px;background:teal;will-change:transform"></div><script>
const { style } = document.querySelector('div')
requestAnimationFrame(function next(ms) {
  style.transform = 'translateX(' + (ms / 10 % 300) + 'px)'
  requestAnimationFrame(next)
})</script>`

/**
 * Counts frames on a phone-sized page at a quarter of the processor while the agent speaks, with rays and captions
 * moving. The reference is a page on which only a small square moves.
 */
export async function benchFrames(url: string): Promise<Row[]> {
  const { page, devtools, close } = await openPage(url, phone)
  await page.route('**/square', (route) => route.fulfill({ contentType: 'text/html', body: square }))
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto('/square')
  const reference = await gapsOf(page)
  await signInAs(page)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await dialog.getByRole('button', { name: 'Type a message' }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('What can you help me with?')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await dialog.getByText(/^Speaking/).waitFor()
  const speaking = await gapsOf(page)
  await close()
  const p95 = percentile(speaking, 0.95)
  return [
    plain('frame gap of a moving square, 4x slower, p50', percentile(reference, 0.5), ' ms'),
    plain('frame gap of a moving square, p95', percentile(reference, 0.95), ' ms'),
    plain('frames of it that came late', lateShare(reference), ' %'),
    plain('frame gap while the agent speaks, 4x slower, p50', percentile(speaking, 0.5), ' ms'),
    {
      name: 'frame gap while the agent speaks, p95',
      value: p95,
      unit: ' ms',
      ratio: p95 / percentile(reference, 0.95),
      goal: 'p95 <= 17 ms',
    },
    plain('frames while the agent speaks that came late', lateShare(speaking), ' %', '<= 2 %'),
  ]
}

/** Returns the percentage of frames that miss a display of 60 Hz. */
function lateShare(gaps: number[]): number {
  return (gaps.filter((gapMs) => gapMs > 25).length / gaps.length) * 100
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
