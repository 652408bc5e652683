import { clawBackLot } from '#server/ledger/ledger.ts'
import { type LedgerRig, openLedger } from './ledger-rig.ts'

/** The ledger with the effects of refunds and disputes. */
export interface ClawbacksRig extends LedgerRig {
  /** Sets what a refund and a dispute claw back from a lot (D44), by default at noon of January 31. */
  clawBack(accountId: string, ref: string, refundMs: number, dispute?: Dispute, clawedBackAt?: string): Promise<void>
  /** Lets months that ended by then lapse; `infinity` for all of them. */
  lapse(accountId: string, endedBy: string): Promise<void>
  lots(accountId: string): Promise<Lot[]>
  /** Returns an account with one package of this many seconds, granted as `bought:a`. */
  accountWithPackage(seconds?: number): Promise<string>
  /** Returns the kinds and seconds of an account's entries, without that of its package. */
  entriesOf(accountId: string): Promise<{ kind: string; seconds: number }[]>
  /** Talks this long, as far as the balance reaches. */
  talk(accountId: string, ms: number): Promise<number>
  /** Returns seconds: what can be used, and what of one lot is frozen and taken. */
  stateOf(accountId: string, ref?: string): Promise<{ balance: number; frozen: number; taken: number }>
}

export type Dispute = 'open' | 'lost' | null

export interface Lot {
  ref: string
  grantedMs: number
  remainingMs: number
  frozenMs: number
  takenMs: number
  lapsedMs: number
}

export const noon = '2026-01-31T12:00:00Z'

export async function openClawbacks(): Promise<ClawbacksRig> {
  const ledger = await openLedger()
  const { database } = ledger
  const lots = (accountId: string) => database.read<Lot>`
    select source_ref as ref, granted_ms, remaining_ms, frozen_ms, taken_ms, lapsed_ms from lot
    where account_id = ${accountId} order by created_at, id`
  return {
    ...ledger,
    lots,
    accountWithPackage: async (seconds = 600) => {
      const id = await ledger.openAccount()
      await ledger.grant(id, 'purchased', seconds * 1000, { ref: 'bought:a' })
      return id
    },
    entriesOf: (accountId) =>
      ledger.sql<{ kind: string; seconds: number }>(
        'select kind, (amount_ms / 1000)::int as seconds from entry where account_id = $1 order by seq offset 1',
        [accountId],
      ),
    clawBack: (accountId, sourceRef, refundMs, dispute = null, clawedBackAt = noon) =>
      database.write((tx) => clawBackLot(tx, { accountId, sourceRef, refundMs, dispute, at: new Date(clawedBackAt) })),
    lapse: async (accountId, endedBy) => {
      await database.step`select ledger_lapse(${accountId}, ${endedBy}, ${noon})`
    },
    talk: async (accountId, ms) => {
      const hold = crypto.randomUUID()
      await ledger.hold(hold, accountId, ms)
      return (await ledger.settle(hold, ms)).chargedMs
    },
    stateOf: async (accountId, ref = 'bought:a') => {
      const account = await ledger.account(accountId)
      const lot = (await lots(accountId)).find((row) => row.ref === ref)
      return {
        balance: ((account?.monthlyMs ?? 0) + (account?.purchasedMs ?? 0)) / 1000,
        frozen: (lot?.frozenMs ?? 0) / 1000,
        taken: (lot?.takenMs ?? 0) / 1000,
      }
    },
  }
}
