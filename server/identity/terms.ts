import type { Tx } from '../database/sql.ts'

/** Version of the terms that a person accepts by continuing (D23). */
export const termsVersion = '2025-07-02'

/** Notes that a person has accepted the current terms, if it is the first time (D23). */
export async function acceptTerms(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`select accept_terms(${userId}, ${termsVersion}, ${at})`
}
