import fs from 'node:fs'
import os from 'node:os'

/** One measured figure next to its reference from the same run. */
export interface Row {
  name: string
  value: number
  unit: string
  /** Relative to the reference; null for a time with a goal of its own. */
  ratio: number | null
  goal?: string | undefined
}

/** One figure of ours next to the other client's. */
export interface Comparison {
  name: string
  goal: string
  unit: string
  ours: number
  /** Null where the other client has no such figure. */
  official: number | null
  /** A smaller difference is meaningless. */
  resolution?: number
}

/** Returns a figure without a reference. */
export function plain(name: string, value: number, unit: string, goal?: string): Row {
  return { name, value, unit, ratio: null, goal }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Returns a percentile by nearest rank. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Returns the slope of the straight line that fits the points best, and its standard error. */
export function slope(points: [number, number][]): { perStep: number; standardError: number } {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [middleX, middleY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const variance = mean(points.map(([x]) => (x - middleX) ** 2))
  const perStep = mean(points.map(([x, y]) => (x - middleX) * (y - middleY))) / variance
  const offBy = points.reduce((sum, [x, y]) => sum + (y - middleY - perStep * (x - middleX)) ** 2, 0)
  const standardError = Math.sqrt(offBy / (points.length - 2) / (variance * points.length))
  return { perStep, standardError }
}

const processorsAtStart = readProcessors()

/**
 * Returns how busy the machine is, and how much of its time since the start a virtual machine's host took for others.
 */
export function describeLoad(): string {
  const load = `load ${os.loadavg()[0]?.toFixed(1)}`
  const { allTicks, stolenTicks } = readProcessors()
  const share = (stolenTicks - processorsAtStart.stolenTicks) / (allTicks - processorsAtStart.allTicks)
  return Number.isFinite(share) ? `${load}, ${(100 * share).toFixed(0)} % taken by the host` : load
}

/** Reads Linux; zeros elsewhere. */
function readProcessors(): { allTicks: number; stolenTicks: number } {
  const stat = fs.existsSync('/proc/stat') ? fs.readFileSync('/proc/stat', 'utf8') : ''
  const ticks = /^cpu +(.*)/.exec(stat)?.[1]?.split(' ').map(Number) ?? []
  return { allTicks: ticks.slice(0, 8).reduce((sum, each) => sum + each, 0), stolenTicks: ticks[7] ?? 0 }
}

/** Runs `work` repeatedly in parallel. Returns how many runs were completed per second. */
export async function perSecond(parallel: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let count = 0
  const startedAt = performance.now()
  setTimeout(() => {
    isOver = true
  }, seconds * 1000)
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (!isOver) {
        await work()
        count++
      }
    }),
  )
  return count / ((performance.now() - startedAt) / 1000)
}

/**
 * Starts `work` at fixed times, whether or not the one before is done. Returns how many milliseconds after its time
 * each was done, so that waiting behind slow ones counts.
 */
export async function latencies(rate: number, seconds: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let i = 0; i < rate * seconds; i++) {
    const due = startedAt + (i * 1000) / rate
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1))
    running.push(
      work().then(() => {
        took.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return took
}

export function print(title: string, rows: Row[]): void {
  console.log(`\n${title} (${describeLoad()})`)
  for (const { name, value, unit, ratio, goal } of rows) {
    const figure = `${value >= 100 ? Math.round(value) : value.toFixed(1)}${unit}`
    const against = ratio === null ? '' : `  ${ratio.toFixed(2)} of the reference`
    console.log(`  ${name.padEnd(46)} ${figure.padStart(16)}${against}${goal ? `  (goal ${goal})` : ''}`)
  }
}

/** Prints a comparison in which less is always better. */
export function printComparison(title: string, rows: Comparison[]): void {
  const show = (value: number | null, unit: string) =>
    value === null ? '-' : `${Number.isInteger(value) || value >= 100 ? Math.round(value) : value.toFixed(2)}${unit}`
  console.log(`\n${title} (${describeLoad()})`)
  console.log(`  ${''.padEnd(46)} ${'ours'.padStart(14)} ${'official'.padStart(14)}  goal`)
  for (const { name, goal, unit, ours, official, resolution = 0 } of rows) {
    const isEqual = official !== null && Math.abs(ours - official) < resolution
    const verdict = isEqual ? `  equal within ${show(resolution, unit)}` : ours > (official ?? ours) ? '  behind' : ''
    const figures = [ours, official].map((value) => show(value, unit).padStart(14)).join(' ')
    console.log(`  ${name.padEnd(46)} ${figures}  ${goal}${verdict}`)
  }
}
