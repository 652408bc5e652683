import type { Judged } from '#contract/agents/quality.ts'
import { addJudged } from '../agents/quality/judged.ts'
import type { Tx } from '../database/sql.ts'
import { takeForJudging } from './provider-records.ts'

/**
 * Counts the results of a charged conversation once for the words that its agent had. Tests and free conversations count
 * nowhere, and nothing but the counts is stored (D56, D90, D189).
 */
export async function countJudged(tx: Tx, sessionId: string, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return
  const taken = await takeForJudging(tx, sessionId)
  if (taken) await addJudged(tx, taken, judged)
}
