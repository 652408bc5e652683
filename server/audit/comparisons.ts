import type { Read, Step } from '../database/sql.ts'

/** Until when each hourly comparison with an outside service has looked. */

export type ComparisonName = 'payments' | 'money_back' | 'declines'

const hourMs = 60 * 60_000
/** Objects from shortly before the last comparison are read again, because they may have been unfinished. */
const overlapMs = 3 * hourMs
/** Once a day older ones are, too, because a report about them may have been late or lost. */
const readAgainMs = 3 * 24 * hourMs
const wholeEveryMs = 24 * hourMs

/**
 * Returns from when a comparison must look: everything since its last run, which is longer in a database that was
 * restored from an older copy, and some time before it. `isWhole` says that it is the one of the day.
 */
export async function findStartOf(
  read: Read,
  name: ComparisonName,
  at: Date,
): Promise<{ since: Date; isWhole: boolean }> {
  const [row] = await read<{ until: Date; wholeAt: Date | null }>`
    select until, whole_at from comparison where name = ${name}`
  const isWhole = !row?.wholeAt || at.getTime() - row.wholeAt.getTime() >= wholeEveryMs
  const lastMs = Math.min(at.getTime(), row?.until.getTime() ?? Infinity)
  return { since: new Date(lastMs - (isWhole ? readAgainMs : overlapMs)), isWhole }
}

/** Stores that a comparison has looked at everything until a moment. */
export async function noteCompared(
  step: Step,
  name: ComparisonName,
  { until, isWhole }: { until: Date; isWhole: boolean },
): Promise<void> {
  const wholeAt = isWhole ? until : null
  await step`
    insert into comparison (name, until, whole_at) values (${name}, ${until}, ${wholeAt})
    on conflict (name) do update set until = excluded.until, whole_at = coalesce(excluded.whole_at, comparison.whole_at)`
}
