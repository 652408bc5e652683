/** One measured figure beside its reference from the same run. */
export interface Row {
  name: string
  value: number
  unit: string
  /** Against the reference of the table; null where the figure is a time with a goal of its own. */
  ratio: number | null
  goal?: string
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Runs `work` over and over in parallel and answers how often a second it was done. */
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

export function print(title: string, rows: Row[]): void {
  console.log(`\n${title}`)
  for (const { name, value, unit, ratio, goal } of rows) {
    const figure = `${value >= 100 ? Math.round(value) : value.toFixed(1)}${unit}`
    const against = ratio === null ? '' : `  ${ratio.toFixed(2)} of the reference`
    console.log(`  ${name.padEnd(46)} ${figure.padStart(16)}${against}${goal ? `  (goal ${goal})` : ''}`)
  }
}
