import fs from 'node:fs'
import os from 'node:os'

/** One measured figure next to its reference from the same run. */
export interface Row {
  name: string
  value: number
  unit: string
  /** Relative to the reference; null for a time with a goal of its own. */
  ratio: number | null
  /** `<= 150 ms` for the figure; without a unit (`>= 0.8`) for the ratio, where there is one. */
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

const printed: { part: string; row: Row; reference: number }[] = []

export function print(part: string, rows: Row[]): void {
  console.log(`\n${part} (${describeLoad()})`)
  for (const row of rows) {
    const { name, value, unit, ratio, goal } = row
    const against = ratio === null ? '' : `  ${ratio.toFixed(2)} of the reference`
    console.log(`  ${name.padEnd(46)} ${show(value, unit).padStart(16)}${against}${goal ? `  (goal ${goal})` : ''}`)
    printed.push({ part, row, reference: ratio === null ? Number.NaN : value / ratio })
  }
}

export function printComparison(part: string, rows: Comparison[]): void {
  console.log(`\n${part} (${describeLoad()})`)
  console.log(`  ${''.padEnd(46)} ${'ours'.padStart(14)} ${'official'.padStart(14)}  goal`)
  for (const { name, goal, ours, official } of rows) {
    const figures = [ours, official].map((value) => `${showNumber(value, 2)} ms`.padStart(14)).join(' ')
    console.log(`  ${name.padEnd(46)} ${figures}  ${goal}${ours > official ? '  behind' : ''}`)
    const row = { name, value: ours, unit: ' ms', ratio: ours / official, goal: goal && `${goal} ms` }
    printed.push({ part, row, reference: official })
  }
}

/** Prints every figure of the run in one Markdown table. */
export function printTable(): void {
  console.log(`\n| figure | goal | measured | reference | ratio | met |\n| --- | --- | ---: | ---: | ---: | --- |`)
  let lastPart = ''
  for (const { part, row, reference } of printed) {
    if (part !== lastPart) console.log(`| **${part}** | | | | | |`)
    lastPart = part
    const { name, value, unit, ratio, goal } = row
    const against = [show(reference, unit), ratio === null ? '' : showNumber(ratio, 2)]
    console.log(`| ${[name, goal ?? '', show(value, unit), ...against, judge(row)].join(' | ')} |`)
  }
}

function show(value: number, unit: string): string {
  return Number.isFinite(value) ? `${showNumber(value, 1)}${unit}` : ''
}

function showNumber(value: number, digits: number): string {
  if (!Number.isFinite(value)) return ''
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(digits)
}

/** Returns whether a figure meets its goal, and nothing for one without a goal. */
function judge({ value, unit, ratio, goal }: Row): 'yes' | 'no' | '' {
  if (!goal) return ''
  const [, relation = '<=', limit, goalUnit] = /^(?:p95 )?([<>]=)? ?([\d.,]+)(.*)$/.exec(goal) ?? []
  if (limit === undefined) throw new Error(`The bench cannot read the goal "${goal}"`)
  const measured = ratio !== null && unit !== '' && goalUnit === '' ? ratio : value
  const number = Number(limit.replaceAll(',', ''))
  return (relation === '>=' ? measured >= number : measured <= number) ? 'yes' : 'no'
}
