import { describe, expect, it } from 'vitest'
import { minutesToMs } from '#contract/amounts.ts'
import { packages } from '#contract/billing/prices.ts'
import { offerPackage } from '#server/billing/checkout/offers.ts'
import { bookPackage } from '#server/billing/checkout/purchases.ts'
import { ledgerOfFile, many, openLedger, second } from './ledger-rig.ts'

/** The ledger's SQL functions alone, and what they guarantee to any number of simultaneous callers. */
const ledger = await ledgerOfFile(openLedger)
const uuid = () => crypto.randomUUID()

async function accountWith(monthlySeconds: number, purchasedSeconds: number): Promise<string> {
  const id = await ledger.openAccount()
  if (monthlySeconds > 0) await ledger.grant(id, 'monthly', monthlySeconds * second)
  if (purchasedSeconds > 0) await ledger.grant(id, 'purchased', purchasedSeconds * second)
  return id
}

function usageOf(accountId: string) {
  return ledger.sql<{ ref: string; amount_ms: number; balance_before_ms: number; balance_after_ms: number }>(
    "select ref, amount_ms, balance_before_ms, balance_after_ms from entry where account_id = $1 and kind = 'usage' order by seq",
    [accountId],
  )
}

describe('grants', () => {
  it('are given once per payment, even 32 times at once (D36 [S])', async () => {
    const id = await ledger.openAccount()
    const answers = await many(32, () => ledger.grant(id, 'purchased', 120_000, { ref: 'payment:pi_1' }))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await ledger.account(id)).toEqual({ monthlyMs: 0, purchasedMs: 120_000, heldMs: 0 })
  })

  it('of payments that are booked at once wait for each other without a deadlock', async () => {
    const [accountId, userId] = [await ledger.openAccount(), await ledger.addPerson()]
    let tries = 0
    await many(32, (index) =>
      ledger.database.write((tx) => {
        tries++
        const paid = { accountId, userId, paymentIntentId: `pi_line_${index}`, automatic: false, paidWith: null }
        return bookPackage(tx, { ...paid, package: offerPackage('uplift'), at: new Date('2026-01-31T12:00:00Z') })
      }),
    )
    expect(tries).toBe(32)
    expect((await ledger.account(accountId))?.purchasedMs).toBe(32 * minutesToMs(packages.uplift.minutes))
  })

  it('for an unknown account are refused', async () => {
    await expect(ledger.grant(uuid(), 'purchased', 1000)).rejects.toThrow(/No account/)
  })
})

describe('holds', () => {
  it('of the same id 64 times at once are one', async () => {
    const [id, hold] = [await accountWith(0, 600), uuid()]
    const answers = await many(64, () => ledger.hold(hold, id, 60 * second, 60 * second))
    expect(new Set(answers)).toEqual(new Set([60 * second]))
    expect((await ledger.account(id))?.heldMs).toBe(60 * second)
    // No other account takes it over.
    const other = await accountWith(0, 600)
    await expect(ledger.hold(hold, other, 60 * second)).rejects.toThrow(/another account/)
    expect((await ledger.account(other))?.heldMs).toBe(0)
  })

  it('get what is left when that is enough for the minimum', async () => {
    const id = await accountWith(0, 90)
    expect(await ledger.hold(uuid(), id, 60 * second, 60 * second)).toBe(60 * second)
    expect(await ledger.hold(uuid(), id, 60 * second, 60 * second)).toBeNull()
    expect(await ledger.hold(uuid(), id, 60 * second, 10 * second)).toBe(30 * second)
    expect((await ledger.account(id))?.heldMs).toBe(90 * second)
  })

  it('are extended as far as the balance reaches, 32 at once (D69)', async () => {
    const [id, hold, other] = [await accountWith(30, 100), uuid(), uuid()]
    await ledger.hold(hold, id, 60 * second)
    await ledger.hold(other, id, 20 * second)
    const totals = await many(32, () => ledger.extend(hold, 90 * second))
    expect(new Set(totals)).toEqual(new Set([90 * second]))
    expect(await ledger.extend(hold, 500 * second)).toBe(110 * second)
    // A smaller target takes nothing back.
    expect(await ledger.extend(hold, 10 * second)).toBe(110 * second)
    expect((await ledger.account(id))?.heldMs).toBe(130 * second)
    // One that is settled or unknown cannot be extended.
    await ledger.settle(hold, 0)
    expect([await ledger.extend(hold, 90 * second), await ledger.extend(uuid(), 90 * second)]).toEqual([null, null])
    expect((await ledger.account(id))?.heldMs).toBe(20 * second)
  })

  it('that are extended while they are being opened never exceed the balance', async () => {
    const id = await accountWith(0, 100)
    for (let round = 0; round < 100; round++) {
      const hold = uuid()
      await Promise.all([ledger.hold(hold, id, 60 * second), many(5, () => ledger.extend(hold, 500 * second))])
      const totalMs = await ledger.extend(hold, 0)
      expect(totalMs).toBeLessThanOrEqual(100 * second)
      expect((await ledger.account(id))?.heldMs).toBe(totalMs)
      await ledger.settle(hold, 0)
    }
  })
})

describe('settling', () => {
  it('64 times at once writes one entry and charges once', async () => {
    const id = await accountWith(0, 600)
    const hold = await ledger.reserve(id, 60 * second)
    const answers = await many(64, (index) => ledger.settle(hold, (index % 60) * second))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const lines = await usageOf(id)
    const { balanceAfterMs, chargedMs } = answers[0]!
    const line = { ref: hold, amount_ms: -chargedMs + 0, balance_before_ms: 600 * second }
    expect(lines).toEqual([{ ...line, balance_after_ms: balanceAfterMs }])
    expect((await ledger.account(id))?.heldMs).toBe(0)
  })

  it('spends the month first, then purchases from the oldest on (D32)', async () => {
    const [id, hold] = [await accountWith(30, 100), uuid()]
    await ledger.grant(id, 'purchased', 50 * second)
    await ledger.hold(hold, id, 140 * second)
    expect(await ledger.settle(hold, 20 * second)).toEqual({ chargedMs: 20 * second, balanceAfterMs: 160 * second })
    expect(await ledger.account(id)).toMatchObject({ monthlyMs: 10 * second, purchasedMs: 150 * second })
    const next = uuid()
    await ledger.hold(next, id, 140 * second)
    await ledger.settle(next, 120 * second)
    expect(await ledger.account(id)).toEqual({ monthlyMs: 0, purchasedMs: 40 * second, heldMs: 0 })
    const lots = await ledger.sql<{ remaining_ms: number }>(
      "select remaining_ms from lot where account_id = $1 and bucket = 'purchased' order by id",
      [id],
    )
    expect(lots.map((lot) => lot.remaining_ms)).toEqual([0, 40 * second])
  })

  it('charges at most what was held, and nothing as an entry of nothing (D71)', async () => {
    const [id, hold, other] = [await accountWith(0, 100), uuid(), uuid()]
    await ledger.hold(hold, id, 60 * second)
    await expect(ledger.settle(hold, -1)).rejects.toThrow()
    await expect(ledger.settle(uuid(), 1)).rejects.toThrow(/No hold/)
    expect(await ledger.account(id)).toEqual({ monthlyMs: 0, purchasedMs: 100 * second, heldMs: 60 * second })
    expect((await ledger.settle(hold, 999 * second)).chargedMs).toBe(60 * second)
    expect(await ledger.account(id)).toEqual({ monthlyMs: 0, purchasedMs: 40 * second, heldMs: 0 })
    await ledger.hold(other, id, 40 * second)
    expect(await ledger.settle(other, 0)).toEqual({ chargedMs: 0, balanceAfterMs: 40 * second })
    expect((await usageOf(id)).map((line) => line.amount_ms + 0)).toEqual([-60 * second, 0])
  })
})

const changes = [
  'update entry set amount_ms = 1',
  'delete from entry',
  'truncate entry',
  'insert into entry select * from entry limit 1',
]
it.each(changes)('the books refuse the server `%s`', async (statement) => {
  await accountWith(0, 10)
  await expect(ledger.database.pool.query(statement)).rejects.toThrow(/permission denied|duplicate key/)
})

it.each(changes.slice(0, 3))('the books refuse even their owner `%s`', async (statement) => {
  await expect(ledger.sql(statement)).rejects.toThrow('Rows of entry are never changed or removed')
})

it.each([
  'update account set purchased_ms = -1',
  'update account set monthly_ms = -1',
  'update account set held_ms = monthly_ms + purchased_ms + 1',
  'update account set held_ms = -1',
  'update lot set remaining_ms = -1',
  'update lot set remaining_ms = granted_ms + 1',
])('the books make impossible `%s`', async (statement) => {
  await accountWith(0, 10)
  await expect(ledger.sql(statement)).rejects.toThrow(/violates check constraint/)
})

it('books a month that was paid after a later one, and lets it lapse (D32)', async () => {
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
  const booked = entries.map(({ kind, amount_ms: ms }) => `${kind.replace('monthly_', '')} ${ms / second}`)
  expect(booked).toEqual(['grant 30', 'usage -25', 'grant 30', 'lapse -30', 'grant 30', 'usage -3', 'lapse -27'])
})
