import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Dispute, openClawbacks } from './clawbacks-rig.ts'
import { ledgerOfFile } from './ledger-rig.ts'

const ledger = await ledgerOfFile(openClawbacks)

const slots = 3
const slot = fc.integer({ min: 0, max: slots - 1 })
const ms = fc.integer({ min: 0, max: 90_000 })
const clawBack = fc.record({
  kind: fc.constant('clawback' as const),
  slot,
  refundMs: fc.integer({ min: 0, max: 70_000 }),
  dispute: fc.constantFrom<Dispute>(null, 'open', 'lost'),
})
const talk = fc.record({ kind: fc.constant('talk' as const), ms })
const open = fc.record({ kind: fc.constant('open' as const), slot, ms })
const close = fc.record({ kind: fc.constant('close' as const), slot, ms })

/** Lots of 60 s: the first is the month, which is used first, the others are packages. */
const grantedMs = 60_000
const refOf = (index: number) => (index === 0 ? 'monthly:0' : `bought:${index}`)

async function accountWithLots(): Promise<string> {
  const id = await ledger.openAccount()
  for (let i = 0; i < slots; i++) {
    const end = i === 0 ? { expiresAt: '2026-12-31T00:00:00Z' } : {}
    await ledger.grant(id, i === 0 ? 'monthly' : 'purchased', grantedMs, { ref: refOf(i), ...end })
  }
  return id
}

type ModelLot = { spentMs: number; refundMs: number; dispute: Dispute }

/** Returns what can be used of a lot: neither spent, refunded nor disputed. */
function usableMs({ spentMs, refundMs, dispute }: ModelLot): number {
  return dispute ? 0 : Math.max(0, grantedMs - spentMs - refundMs)
}

describe('whatever is clawed back, in any order', () => {
  it('the balance matches an independent calculation (D44)', async () => {
    const steps = fc.array(fc.oneof(clawBack, talk), { maxLength: 14 })
    const property = fc.asyncProperty(steps, async (history) => {
      const id = await accountWithLots()
      const model = Array.from({ length: slots }, (): ModelLot => ({ spentMs: 0, refundMs: 0, dispute: null }))
      for (const step of history) {
        if (step.kind === 'clawback') {
          await ledger.clawBack(id, refOf(step.slot), step.refundMs, step.dispute)
          Object.assign(model[step.slot] ?? {}, { refundMs: step.refundMs, dispute: step.dispute })
        } else {
          let left = await ledger.talk(id, step.ms)
          const usable = model.reduce((sum, lot) => sum + usableMs(lot), 0)
          expect(left).toBe(Math.floor(Math.min(step.ms, usable) / 1000) * 1000)
          for (const lot of model) {
            const used = Math.min(left, usableMs(lot))
            lot.spentMs += used
            left -= used
          }
        }
        const balance = await ledger.account(id)
        expect(balance?.monthlyMs).toBe(usableMs(model[0] as ModelLot))
        expect(balance?.purchasedMs).toBe(model.slice(1).reduce((sum, lot) => sum + usableMs(lot), 0))
      }
    })
    await fc.assert(property, { numRuns: 120 })
  }, 60_000)

  it('and during live conversations, each is charged what it used, and every lot is right', async () => {
    const steps = fc.array(fc.array(fc.oneof(clawBack, open, close), { minLength: 1, maxLength: 5 }), { maxLength: 8 })
    const property = fc.asyncProperty(steps, async (rows) => {
      const id = await accountWithLots()
      const holds = Array.from({ length: slots }, () => crypto.randomUUID())
      let chargedMs = 0
      const settle = async (index: number, wantMs: number): Promise<void> => {
        const settled = await ledger.settle(holds[index] ?? '', wantMs).catch((error: Error) => {
          expect(error.message).toMatch(/^No hold/)
        })
        if (settled) chargedMs += settled.chargedMs
        holds[index] = crypto.randomUUID()
      }
      const last = Array.from({ length: slots }, () => ({ refundMs: 0, dispute: null as Dispute }))
      for (const row of rows) {
        // Clawbacks and conversations of one row meet; each lot gets one clawback, so that the last one is known.
        const clawbacks = new Map(row.flatMap((step) => (step.kind === 'clawback' ? [[step.slot, step] as const] : [])))
        const opens = new Map(row.flatMap((step) => (step.kind === 'open' ? [[step.slot, step] as const] : [])))
        const closes = new Map(row.flatMap((step) => (step.kind === 'close' ? [[step.slot, step] as const] : [])))
        await Promise.all([
          ...[...clawbacks.values()].map((step) => ledger.clawBack(id, refOf(step.slot), step.refundMs, step.dispute)),
          ...[...opens.values()].map((step) => ledger.hold(holds[step.slot] ?? '', id, step.ms)),
        ])
        for (const [index, step] of clawbacks) last[index] = { refundMs: step.refundMs, dispute: step.dispute }
        await Promise.all([...closes.values()].map((step) => settle(step.slot, step.ms)))
      }
      await Promise.all(holds.map((_, index) => settle(index, 0)))
      const lots = await ledger.lots(id)
      let spentMs = 0
      for (const [index, lot] of lots.entries()) {
        const { refundMs, dispute } = last[index] ?? { refundMs: 0, dispute: null }
        const unspentMs = lot.remainingMs + lot.frozenMs + lot.takenMs
        spentMs += lot.grantedMs - unspentMs
        const takenMs = dispute === 'lost' ? unspentMs : Math.min(refundMs, unspentMs)
        expect([lot.takenMs, lot.frozenMs]).toEqual([takenMs, dispute === 'open' ? unspentMs - takenMs : 0])
      }
      expect(spentMs).toBe(chargedMs)
      expect((await ledger.account(id))?.heldMs).toBe(0)
    })
    await fc.assert(property, { numRuns: 120 })
  }, 60_000)
})
