import { fewestPublicAnswers, fewestPublicPeople } from '#contract/results/hours-saved-rules.ts'
import type { Read, Tx } from '../../database/sql.ts'
import type { Total } from './answers.ts'

/** The public figure: counted every hour, because the landing page must not add up a table that grows. */

export interface PublicTotal {
  savedMinutes: number
  answers: number
  countedAt: Date
}

/** Returns the last count; null while it has too few answers or people. */
export async function findPublicTotal(read: Read): Promise<PublicTotal | null> {
  const [row] = await read<PublicTotal>`
    select saved_minutes, answers, counted_at from saved_time_total
    where answers >= ${fewestPublicAnswers} and people >= ${fewestPublicPeople}`
  return row ?? null
}

/** Stores a count in place of the one before. */
export async function storeTotal(tx: Tx, { savedMinutes, answers, people }: Total, at: Date): Promise<void> {
  await tx`
    insert into saved_time_total (saved_minutes, answers, people, counted_at)
    values (${savedMinutes}, ${answers}, ${people}, ${at})
    on conflict (is_only) do update set saved_minutes = excluded.saved_minutes, answers = excluded.answers,
      people = excluded.people, counted_at = excluded.counted_at`
}
