import type { Read, Step } from '../database/sql.ts'

/** Until when each hourly comparison with an outside service has looked. */

export type ComparisonName = 'payments' | 'money_back' | 'declines'

/** Newer objects are read again, because a report about them may have been late or lost. */
const readAgainMs = 3 * 24 * 60 * 60_000

/**
 * Returns from when a comparison must look: the last three days, or everything since its last run when that is longer
 * ago, as in a database that was restored from an older copy.
 */
export async function findStartOf(read: Read, name: ComparisonName, at: Date): Promise<Date> {
  const [row] = await read<{ until: Date }>`select until from comparison where name = ${name}`
  return new Date(Math.min(at.getTime() - readAgainMs, row?.until.getTime() ?? Infinity))
}

/** Stores that a comparison has looked at everything until a moment. */
export async function noteCompared(step: Step, name: ComparisonName, until: Date): Promise<void> {
  await step`
    insert into comparison (name, until) values (${name}, ${until})
    on conflict (name) do update set until = excluded.until`
}
