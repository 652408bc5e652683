import { clawBackLot } from '#server/ledger/ledger.ts'
import { openLedger } from './ledger-rig.ts'

export type ClawbacksRig = Awaited<ReturnType<typeof openClawbacks>>
export type Dispute = 'open' | 'lost' | null

export type Lot = {
  ref: string
  grantedMs: number
  remainingMs: number
  frozenMs: number
  takenMs: number
  lapsedMs: number
}

export const noon = '2026-01-31T12:00:00Z'

/** Opens the ledger with the effects of refunds and disputes. */
export async function openClawbacks() {
  const ledger = await openLedger()
  const { database } = ledger
  const lots = (accountId: string) => database.read<Lot>`
    select source_ref as ref, granted_ms, remaining_ms, frozen_ms, taken_ms, lapsed_ms from lot
    where account_id = ${accountId} order by created_at, id`
  return {
    ...ledger,
    lots,
    /** Returns an account with one package of this many seconds, granted as `bought:a`. */
    accountWithPackage: async (seconds = 600) => {
      const id = await ledger.openAccount()
      await ledger.grant(id, 'purchased', seconds * 1000, { ref: 'bought:a' })
      return id
    },
    /** Returns the kinds and seconds of an account's entries, without that of its package. */
    entriesOf: (accountId: string) =>
      ledger.sql<{ kind: string; seconds: number }>(
        'select kind, (amount_ms / 1000)::int as seconds from entry where account_id = $1 order by seq offset 1',
        [accountId],
      ),
    /** Sets what a refund and a dispute claw back from a lot (D44), by default at noon of January 31. */
    clawBack: (accountId: string, sourceRef: string, refundMs: number, dispute: Dispute = null, clawedBackAt = noon) =>
      database.write((tx) => clawBackLot(tx, { accountId, sourceRef, refundMs, dispute, at: new Date(clawedBackAt) })),
    /** Lets months that ended by then lapse; `infinity` for all of them. */
    lapse: (accountId: string, endedBy: string) =>
      database.step`select ledger_lapse(${accountId}, ${endedBy}, ${noon})`,
    /** Talks this long, as far as the balance reaches. */
    talk: async (accountId: string, ms: number) => {
      const hold = await ledger.reserve(accountId, ms)
      return (await ledger.settle(hold, ms)).chargedMs
    },
    /** Returns seconds: what can be used, and what of one lot is frozen and taken. */
    stateOf: async (accountId: string, ref = 'bought:a') => {
      const account = await ledger.account(accountId)
      const lot = (await lots(accountId)).find((row) => row.ref === ref)
      const balance = ((account?.monthlyMs ?? 0) + (account?.purchasedMs ?? 0)) / 1000
      return { balance, frozen: (lot?.frozenMs ?? 0) / 1000, taken: (lot?.takenMs ?? 0) / 1000 }
    },
  }
}
