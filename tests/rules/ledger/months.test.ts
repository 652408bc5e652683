import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeUnbroken } from '../../kit/world/invariants.ts'
import { type LedgerRig, openLedger } from './ledger-rig.ts'

/** Months that are paid in another order than they pass. */
let ledger: LedgerRig
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => closeUnbroken(ledger))

const second = 1000
const uuid = () => crypto.randomUUID()

it('books a month that was paid after a later one, though little else is left, and lets it lapse (D32)', async () => {
  const [id, hold, next] = [await ledger.openAccount(), uuid(), uuid()]
  const grant = (ref: string, expiresAt: string) => ledger.grant(id, 'monthly', 30 * second, { ref, expiresAt })
  await grant('may', '2026-06-01T00:00:00Z')
  await ledger.hold(hold, id, 30 * second)
  await ledger.settle(hold, 25 * second)
  expect(await grant('april', '2026-05-01T00:00:00Z')).toBe(true)
  expect(await ledger.account(id)).toEqual({ monthlyMs: 5 * second, purchasedMs: 0, heldMs: 0 })
  // A conversation under way uses the older month first, and the rest lapses at its end.
  await ledger.hold(next, id, 5 * second)
  await grant('march', '2026-04-01T00:00:00Z')
  await ledger.settle(next, 3 * second)
  expect(await ledger.account(id)).toEqual({ monthlyMs: 5 * second, purchasedMs: 0, heldMs: 0 })
  const entries = await ledger.sql<{ kind: string; amount_ms: number }>(
    'select kind, amount_ms from entry where account_id = $1 order by seq',
    [id],
  )
  expect(entries.map(({ kind, amount_ms: ms }) => [kind, ms / second])).toEqual([
    ['monthly_grant', 30],
    ['usage', -25],
    ['monthly_grant', 30],
    ['monthly_lapse', -30],
    ['monthly_grant', 30],
    ['usage', -3],
    ['monthly_lapse', -27],
  ])
})
