import { describe, expect, it } from 'vitest'
import { type ClawbacksRig, type Dispute, type Lot, noon, openClawbacks } from './clawbacks-rig.ts'
import { ledgerOfFile, many, second } from './ledger-rig.ts'

/** Effects of refunds and disputes on a balance, by the ledger's SQL functions (D44); in any order: clawbacks-random. */
const ledger = await ledgerOfFile(openClawbacks)

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

describe('a live conversation', () => {
  it('keeps what it holds until it is settled; then the rest is taken', async () => {
    const id = await ledger.accountWithPackage()
    const hold = await ledger.reserve(id, 60 * second)
    await ledger.clawBack(id, 'bought:a', 0, 'lost')
    expect(await ledger.stateOf(id)).toEqual({ balance: 60, frozen: 0, taken: 540 })
    expect(await ledger.extend(hold, 120 * second)).toBe(60 * second)
    expect(await ledger.hold(crypto.randomUUID(), id, 60 * second, 1)).toBeNull()
    await ledger.settle(hold, 25 * second)
    expect(await ledger.stateOf(id)).toEqual({ balance: 0, frozen: 0, taken: 575 })
  })

  it('gives way as each of several overlapping ones is settled, not only after the last', async () => {
    const id = await ledger.accountWithPackage(120)
    const [first, next] = [await ledger.reserve(id, 60 * second), await ledger.reserve(id, 60 * second)]
    await ledger.clawBack(id, 'bought:a', 120 * second)
    expect(await ledger.stateOf(id)).toEqual({ balance: 120, frozen: 0, taken: 0 })
    await ledger.settle(first, 10 * second)
    expect(await ledger.stateOf(id)).toEqual({ balance: 60, frozen: 0, taken: 50 })
    // Nobody gets what has just been taken.
    expect(await ledger.extend(next, 200 * second)).toBe(60 * second)
    await ledger.settle(next, 60 * second)
    expect(await ledger.stateOf(id)).toEqual({ balance: 0, frozen: 0, taken: 50 })
  })

  it('is released by a clawback that is reverted before its end', async () => {
    const id = await ledger.accountWithPackage(100)
    const hold = await ledger.reserve(id, 60 * second)
    await ledger.clawBack(id, 'bought:a', 0, 'open')
    await ledger.clawBack(id, 'bought:a', 0)
    expect(await ledger.extend(hold, 80 * second)).toBe(80 * second)
    await ledger.settle(hold, 70 * second)
    expect(await ledger.stateOf(id)).toEqual({ balance: 30, frozen: 0, taken: 0 })
  })

  it('lets minutes given back by one payment make room for those taken by another', async () => {
    const id = await ledger.openAccount()
    await ledger.grant(id, 'purchased', 100 * second, { ref: 'bought:a' })
    await ledger.grant(id, 'purchased', 100 * second, { ref: 'bought:b' })
    await ledger.clawBack(id, 'bought:b', 0, 'open')
    const hold = await ledger.reserve(id, 100 * second)
    await ledger.clawBack(id, 'bought:a', 0, 'lost')
    expect((await ledger.stateOf(id)).balance).toBe(100)
    await ledger.clawBack(id, 'bought:b', 0)
    expect(await ledger.stateOf(id)).toEqual({ balance: 100, frozen: 0, taken: 100 })
    await ledger.settle(hold, 0)
    expect((await ledger.stateOf(id)).balance).toBe(100)
  })
})

describe('a month (D32, D44)', () => {
  const month = { ref: 'monthly:a', expiresAt: '2026-02-28T12:00:00Z' }
  const lotOf = async (id: string, ref: string): Promise<Lot | undefined> =>
    (await ledger.lots(id)).find((lot) => lot.ref === ref)

  it('that was frozen past its end lapses when it is won', async () => {
    const id = await ledger.openAccount()
    await ledger.grant(id, 'monthly', 600 * second, month)
    await ledger.clawBack(id, 'monthly:a', 0, 'open')
    await ledger.clawBack(id, 'monthly:a', 0, null, '2026-03-01T12:00:00Z')
    expect(await lotOf(id, 'monthly:a')).toMatchObject({ remainingMs: 0, frozenMs: 0, lapsedMs: 600 * second })
    expect((await ledger.stateOf(id)).balance).toBe(0)
  })

  it('comes back while it lasts, and lapses when the next one has begun', async () => {
    const id = await ledger.openAccount()
    await ledger.grant(id, 'monthly', 600 * second, month)
    await ledger.clawBack(id, 'monthly:a', 600 * second)
    await ledger.clawBack(id, 'monthly:a', 100 * second)
    expect((await ledger.stateOf(id)).balance).toBe(500)
    await ledger.grant(id, 'monthly', 600 * second, { ref: 'monthly:b', expiresAt: '2026-03-31T12:00:00Z' })
    await ledger.clawBack(id, 'monthly:a', 0)
    expect(await lotOf(id, 'monthly:a')).toMatchObject({ remainingMs: 0, takenMs: 0, lapsedMs: 600 * second })
    expect((await ledger.stateOf(id)).balance).toBe(600)
  })

  it('that has lapsed has nothing left to take', async () => {
    const id = await ledger.openAccount()
    await ledger.grant(id, 'monthly', 600 * second, { ...month, expiresAt: noon })
    await ledger.lapse(id, noon)
    await ledger.clawBack(id, 'monthly:a', 600 * second, 'lost')
    expect(await lotOf(id, 'monthly:a')).toMatchObject({ takenMs: 0, lapsedMs: 600 * second })
  })

  it('whose lapse waits for a conversation still lapses when a clawback found room', async () => {
    const id = await ledger.accountWithPackage()
    await ledger.grant(id, 'monthly', 100 * second, { ...month, expiresAt: noon })
    const hold = await ledger.reserve(id, 60 * second)
    await ledger.lapse(id, noon)
    await ledger.clawBack(id, 'bought:a', 300 * second)
    await ledger.settle(hold, 60 * second)
    expect(await lotOf(id, 'monthly:a')).toMatchObject({ remainingMs: 0, lapsedMs: 40 * second })
    expect((await ledger.stateOf(id)).balance).toBe(300)
  })

  it('ends with a subscription that is over first, even when a talk or a dispute holds it', async () => {
    const id = await ledger.openAccount()
    await ledger.grant(id, 'monthly', 100 * second, month)
    const hold = await ledger.reserve(id, 60 * second)
    await ledger.lapse(id, 'infinity')
    await ledger.settle(hold, 60 * second)
    expect((await ledger.stateOf(id)).balance).toBe(0)
    const other = await ledger.openAccount()
    await ledger.grant(other, 'monthly', 100 * second, month)
    await ledger.clawBack(other, 'monthly:a', 0, 'open')
    await ledger.lapse(other, 'infinity')
    await ledger.clawBack(other, 'monthly:a', 0, null, '2026-01-31T16:00:00Z')
    expect((await ledger.stateOf(other)).balance).toBe(0)
  })
})

describe('clawbacks that meet', () => {
  it('make one change when the same one comes 16 times at once', async () => {
    const id = await ledger.accountWithPackage()
    await many(16, () => ledger.clawBack(id, 'bought:a', 200 * second, 'open'))
    expect(await ledger.stateOf(id)).toEqual({ balance: 0, frozen: 400, taken: 200 })
    expect(await ledger.entriesOf(id)).toEqual([{ kind: 'freeze', seconds: -600 }])
  })

  it('require an existing lot', async () => {
    const id = await ledger.accountWithPackage()
    await expect(ledger.clawBack(id, 'bought:b', 0)).rejects.toThrow(/has no lot bought:b/)
  })
})
