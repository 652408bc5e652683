import { describe, expect, it } from 'vitest'
import { type ClawbacksRig, type Dispute, openClawbacks } from './clawbacks-rig.ts'
import { ledgerOfFile, second } from './ledger-rig.ts'

/** What refunds and disputes do to a balance, by the ledger's SQL functions alone (D44). */
const ledger = ledgerOfFile<ClawbacksRig>(openClawbacks)

describe('a refund (D44)', () => {
  it.each([
    ['nothing used', 0, 600, { balance: 0, frozen: 0, taken: 600 }],
    ['part used, wholly refunded: what was used stays used', 200, 600, { balance: 0, frozen: 0, taken: 400 }],
    ['part used, half refunded', 200, 300, { balance: 100, frozen: 0, taken: 300 }],
    ['nearly all used, half refunded: never below 0', 500, 300, { balance: 0, frozen: 0, taken: 100 }],
    ['all used', 600, 600, { balance: 0, frozen: 0, taken: 0 }],
  ])('takes the unspent part: %s', async (_title, used, refunded, after) => {
    const id = await ledger.accountWithPackage()
    if (used > 0) await ledger.talk(id, used * second)
    await ledger.clawBack(id, 'bought:a', refunded * second)
    expect(await ledger.stateOf(id)).toEqual(after)
  })

  it('is a separate entry, and its failure gives the same minutes back', async () => {
    const id = await ledger.accountWithPackage()
    await ledger.talk(id, 100 * second)
    await ledger.clawBack(id, 'bought:a', 300 * second)
    await ledger.clawBack(id, 'bought:a', 300 * second)
    await ledger.clawBack(id, 'bought:a', 0)
    expect(await ledger.stateOf(id)).toEqual({ balance: 500, frozen: 0, taken: 0 })
    expect(await ledger.entriesOf(id)).toEqual([
      { kind: 'usage', seconds: -100 },
      { kind: 'refund', seconds: -300 },
      { kind: 'release', seconds: 300 },
    ])
  })

  it('follows further refunds of the same payment both ways, and leaves the minutes of others', async () => {
    const id = await ledger.accountWithPackage()
    for (const refunded of [100, 350, 600, 250, 0]) {
      await ledger.clawBack(id, 'bought:a', refunded * second)
      expect((await ledger.stateOf(id)).balance).toBe(600 - refunded)
    }
    // Minutes of other payments stay.
    await ledger.grant(id, 'purchased', 100 * second, { ref: 'bought:b' })
    await ledger.clawBack(id, 'bought:a', 600 * second)
    expect((await ledger.stateOf(id)).balance).toBe(100)
  })
})

describe('a dispute (D44)', () => {
  const steps: [Dispute, number, Awaited<ReturnType<ClawbacksRig['stateOf']>>][] = [
    ['open', 0, { balance: 0, frozen: 400, taken: 0 }],
    ['lost', 0, { balance: 0, frozen: 0, taken: 400 }],
    [null, 0, { balance: 400, frozen: 0, taken: 0 }],
    ['open', 300, { balance: 0, frozen: 100, taken: 300 }],
    ['lost', 300, { balance: 0, frozen: 0, taken: 400 }],
    [null, 300, { balance: 100, frozen: 0, taken: 300 }],
  ]
  const pairs = steps.flatMap((from) => steps.map((to) => [from, to] as const))

  it.each(pairs)('goes from %j to %j and back exactly', async (from, to) => {
    const id = await ledger.accountWithPackage()
    await ledger.talk(id, 200 * second)
    for (const [dispute, refunded, state] of [from, to, from, to, to]) {
      await ledger.clawBack(id, 'bought:a', refunded * second, dispute)
      expect(await ledger.stateOf(id)).toEqual(state)
    }
    await ledger.clawBack(id, 'bought:a', 0)
    expect(await ledger.stateOf(id)).toEqual({ balance: 400, frozen: 0, taken: 0 })
  })

  it('writes nothing when only the reason changes for minutes that are out of reach', async () => {
    const id = await ledger.accountWithPackage()
    await ledger.clawBack(id, 'bought:a', 0, 'open')
    await ledger.clawBack(id, 'bought:a', 100 * second, 'open')
    await ledger.clawBack(id, 'bought:a', 100 * second, 'lost')
    expect(await ledger.entriesOf(id)).toEqual([{ kind: 'freeze', seconds: -600 }])
  })
})
