/** Watches one conversation for a long time and reports what it lost and what it kept. */
import type { Page } from '@playwright/test'

/** One window of sound, which is one frame on the wire. */
const frameMs = (1024 / 48_000) * 1000
const maxHeapGrowthBytes = 2_000_000
const reportEverySeconds = 60
/** A busy machine delays every frame of some looks; lost sound is missing in each. */
const mostLooks = 5

export interface SoakFigures {
  seconds: number
  /** Sound of the microphone's audio clock that was never sent. */
  lostMs: number
  lostFrames: number
  /** The page's JavaScript heap at the end, after a collection, and how much it grew. */
  heapBytes: number
  heapGrowthBytes: number
  /** Tasks of the page that took longer than 50 ms. */
  longTasksMs: number[]
  /** Voice sockets that were opened meanwhile; more than 0 means that the line broke. */
  newSockets: number
}

/**
 * Watches the live conversation in `page`, which began with the probe in it, for `seconds`. The fastest frame within
 * `edgeSeconds` at both ends shows how far the wire lags behind the microphone; `onFigures` gets the figures every
 * minute.
 */
export async function soak(
  page: Page,
  seconds: number,
  edgeSeconds: number,
  onFigures: (figures: SoakFigures) => void = () => {},
): Promise<SoakFigures> {
  const before = await look(page, edgeSeconds)
  const startedAtMs = performance.now()
  for (;;) {
    const leftSeconds = seconds - edgeSeconds - (performance.now() - startedAtMs) / 1000
    await page.waitForTimeout(Math.max(0, Math.min(leftSeconds, reportEverySeconds - edgeSeconds)) * 1000)
    let now = await look(page, edgeSeconds)
    for (let looks = 1; looks < mostLooks && framesLost(before, now) > 0; looks++) now = await look(page, edgeSeconds)
    const figures = {
      seconds: (performance.now() - startedAtMs) / 1000,
      lostMs: now.lagMs - before.lagMs,
      lostFrames: framesLost(before, now),
      heapBytes: now.heapBytes,
      heapGrowthBytes: now.heapBytes - before.heapBytes,
      longTasksMs: now.longTasksMs.slice(before.longTasksMs.length),
      newSockets: now.sockets - before.sockets,
    }
    if (leftSeconds <= reportEverySeconds - edgeSeconds) return figures
    onFigures(figures)
  }
}

/** Returns what misses the goals, in words; empty when all is well. */
export function soakFaults({ lostFrames, heapGrowthBytes, newSockets }: SoakFigures): string[] {
  return [
    ...(lostFrames === 0 ? [] : [`${lostFrames} frames were lost`]),
    ...(heapGrowthBytes <= maxHeapGrowthBytes ? [] : [`the heap grew by ${heapGrowthBytes} bytes`]),
    ...(newSockets === 0 ? [] : [`the line broke ${newSockets} times`]),
  ]
}

interface Look {
  lagMs: number
}

function framesLost(before: Look, now: Look): number {
  return Math.round((now.lagMs - before.lagMs) / frameMs)
}

async function look(page: Page, edgeSeconds: number) {
  const heapBytes = await usedHeapBytes(page)
  await page.evaluate(() => window.voiceProbe!.takeLagMs())
  await page.waitForTimeout(edgeSeconds * 1000)
  const seen = await page.evaluate(() => {
    const { record, takeLagMs } = window.voiceProbe!
    return { lagMs: takeLagMs(), sockets: record.sockets, longTasksMs: record.longTasksMs }
  })
  return { ...seen, heapBytes }
}

async function usedHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // What the first collection releases keeps other things until the next.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
