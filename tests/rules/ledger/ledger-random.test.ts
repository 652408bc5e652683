import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ledgerOfFile, openLedger } from './ledger-rig.ts'

const ledger = await ledgerOfFile(openLedger)

/** What may happen to one account; `slot` names one of a few payments or holds, so that repeats and races occur. */
const slot = fc.integer({ min: 0, max: 4 })
const ms = fc.integer({ min: 1, max: 120_000 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), bucket: fc.constantFrom('monthly', 'purchased'), slot, ms }),
  fc.record({ kind: fc.constant('hold' as const), slot, ms, min: fc.integer({ min: 0, max: 60_000 }) }),
  fc.record({ kind: fc.constant('extend' as const), slot, ms }),
  fc.record({ kind: fc.constant('settle' as const), slot, ms: fc.integer({ min: 0, max: 200_000 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Steps of one row happen at once, rows one after the other. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 })

async function play(accountId: string, rows: Step[][]): Promise<{ granted: number; charged: number; holds: string[] }> {
  const holds = Array.from({ length: 5 }, () => crypto.randomUUID())
  const [grants, charges] = [new Map<string, number>(), new Map<string, number>()]
  const perform = async (one: Step): Promise<void> => {
    const hold = holds[one.slot] ?? ''
    if (one.kind === 'grant') {
      const ref = `payment:${one.slot}`
      if (await ledger.grant(accountId, one.bucket, one.ms, { ref })) grants.set(ref, one.ms)
    } else if (one.kind === 'hold') {
      await ledger.hold(hold, accountId, one.ms, one.min)
    } else if (one.kind === 'extend') {
      await ledger.extend(hold, one.ms)
    } else {
      const settled = await ledger.settle(hold, one.ms).catch((error: Error) => {
        if (!error.message.startsWith('No hold')) throw error
      })
      if (settled) {
        // Every call that settles a hold gets the same result.
        expect(charges.get(hold) ?? settled.chargedMs).toBe(settled.chargedMs)
        charges.set(hold, settled.chargedMs)
      }
    }
  }
  for (const row of rows) await Promise.all(row.map(perform))
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  return { granted: sum(grants.values()), charged: sum(charges.values()), holds }
}

describe('whatever happens, in any order and at once', () => {
  it('the balance is what was granted minus what was charged (I1, I2)', async () => {
    const property = fc.asyncProperty(history, async (rows) => {
      const accountId = await ledger.openAccount()
      const { granted, charged, holds } = await play(accountId, rows)
      const balance = await ledger.account(accountId)
      expect((balance?.monthlyMs ?? 0) + (balance?.purchasedMs ?? 0)).toBe(granted - charged)
      // Ending every hold leaves nothing reserved.
      for (const hold of holds) {
        await ledger.settle(hold, 0).catch((error: Error) => expect(error.message).toMatch(/^No hold/))
      }
      expect((await ledger.account(accountId))?.heldMs).toBe(0)
    })
    // A failure names its seed and its smallest history, so that it can be repeated.
    await fc.assert(property, { numRuns: 250 })
  }, 120_000)
})
