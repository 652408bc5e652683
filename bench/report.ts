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

/** One figure of ours next to the other client's; less is always better. */
export interface Comparison {
  name: string
  goal: string
  ours: number
  official: number
}

/** Returns a figure without a reference. */
export function plain(name: string, value: number, unit: string, goal?: string): Row {
  return { name, value, unit, ratio: null, goal }
}

/** Returns the median and the 95th percentile of times; the goal is for the latter. */
export function times(name: string, values: number[], goal?: string): Row[] {
  if (values.length === 0) throw new Error(`The bench measured no "${name}"`)
  return [
    plain(`${name}, p50 of ${values.length}`, percentile(values, 0.5), ' ms'),
    plain(`${name}, p95`, percentile(values, 0.95), ' ms', goal),
  ]
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
async function perSecond(parallel: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
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

const secondsOfTurn = 2.5

/** Runs several works by turns, after a round that only warms up. Returns the runs per second of each in each round. */
export async function ratesInTurns(parallel: number, rounds: number, works: (() => Promise<unknown>)[]) {
  const rates = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [which, work] of works.entries()) {
      const rate = await perSecond(parallel, secondsOfTurn, work)
      if (round > 0) rates[which]?.push(rate)
    }
  }
  return rates
}

/** Runs a work and its reference by turns. Returns the milliseconds of each. */
export async function inTurns(
  rounds: number,
  work: () => Promise<unknown>,
  reference: () => Promise<unknown>,
): Promise<[took: number[], reference: number[]]> {
  const took: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const [which, each] of [work, reference].entries()) {
      const startedAt = performance.now()
      await each()
      took[which]?.push(performance.now() - startedAt)
    }
  }
  return took
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

export function printComparison(title: string, rows: Comparison[]): void {
  const show = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(2)} ms`.padStart(14)
  console.log(`\n${title} (${describeLoad()})`)
  console.log(`  ${''.padEnd(46)} ${'ours'.padStart(14)} ${'official'.padStart(14)}  goal`)
  for (const { name, goal, ours, official } of rows) {
    console.log(`  ${name.padEnd(46)} ${show(ours)} ${show(official)}  ${goal}${ours > official ? '  behind' : ''}`)
  }
}
