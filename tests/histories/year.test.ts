import { afterAll, expect, it } from 'vitest'
import { expectInvariants } from '../kit/world/invariants.ts'
import { type Expected, expectedOf, personaNames } from './personas.ts'
import { inParallel, openHistoryRig } from './rig.ts'
import { act, join, type Subscriber } from './subscribers.ts'

const people = Number(process.env.LUNA_YEAR_PEOPLE ?? 28)
const months = Number(process.env.LUNA_YEAR_MONTHS ?? 4)
const dayMs = 86_400_000

const rig = await openHistoryRig()
afterAll(() => rig.close())

/** Moves the clock to a moment and waits until all its effects have arrived. */
async function moveTo(target: Date): Promise<void> {
  const seconds = Math.round((target.getTime() - rig.services.clock.now().getTime()) / 1000)
  await rig.advance(`PT${seconds}S`)
  await rig.deliverAll()
}

/** Waits for automatic purchases, which jobs of the running server make. */
async function waitForJobs(): Promise<void> {
  const jobs = `select (select count(*) from checkout where kind = 'auto' and status = 'open' and not needs_confirmation)
    + (select count(*) from pgboss.job where name = 'mail' and state < 'completed') as open`
  const open = async () => (await rig.world.sql<{ open: number }>(jobs))[0]?.open
  await expect.poll(open, { timeout: 120_000, interval: 100 }).toBe(0)
}

it(`${people} subscribers over ${months} months match an independent calculation`, async () => {
  // The 10th exists in every month, so that a month later is the same day.
  const joining = new Date(rig.services.clock.now())
  joining.setUTCMonth(joining.getUTCMonth() + 1, 10)
  await moveTo(joining)
  const subscribers: Subscriber[] = []
  const personas = Array.from({ length: people }, (_, i) => personaNames[i % personaNames.length]!)
  await inParallel(personas, async (name) => subscribers.push(await join(rig, name)))
  await rig.deliverAll()
  const mails = new Map<string, Set<string>>()
  await collectMails(mails)
  const joined = rig.services.clock.now()
  for (let month = 1; month <= months; month++) {
    const renewed = new Date(joined)
    // A renewal is charged an hour after the month's end.
    renewed.setUTCMonth(joined.getUTCMonth() + month)
    await moveTo(new Date(renewed.getTime() + dayMs / 12))
    await inParallel(subscribers, (one) => act(rig, one, month, 'after'))
    await rig.deliverAll()
    await collectMails(mails)
    await moveTo(new Date(renewed.getTime() + dayMs / 12 + 6 * dayMs))
    await inParallel(subscribers, (one) => act(rig, one, month, 'later'))
    await rig.deliverAll()
    await collectMails(mails)
  }
  await rig.reconcile()
  await expectInvariants(rig.world)
  for (const one of subscribers) {
    const found = await factsOf(one, [...(mails.get(one.person.email) ?? [])])
    expect({ persona: one.persona, ...found }).toEqual({ persona: one.persona, ...expectedOf(one.persona, months) })
  }
  await expectRevenue(subscribers)
})

/** Collects mails twice a month, because the mailbox keeps only the newest thousand. */
async function collectMails(mails: Map<string, Set<string>>): Promise<void> {
  await waitForJobs()
  const response = await fetch(`${rig.world.url}/standins/mailbox.json`)
  const newest = (await response.json()) as { to: string; subject: string; at: string }[]
  for (const { to, subject, at } of newest) mails.set(to, (mails.get(to) ?? new Set()).add(`${subject} at ${at}`))
}

/** Returns what the product and the provider know of a subscriber. */
async function factsOf({ id, accountId, person }: Subscriber, subjects: string[]): Promise<Expected> {
  const [balance] = await rig.world.sql<{ purchased: number; monthly: number }>(
    'select purchased_ms as purchased, monthly_ms as monthly from account where id = $1',
    [accountId],
  )
  const me = await rig.person({ id, accountId, talk: null })
  const counted = (pattern: RegExp) => subjects.filter((subject) => pattern.test(subject)).length
  const money = await moneyOf(me.stripeCustomerId ?? '')
  expect(person.email).toBe(me.email)
  return {
    ...money,
    purchasedMinutes: (balance?.purchased ?? 0) / 60_000,
    monthlyMinutes: (balance?.monthly ?? 0) / 60_000,
    status: me.subscriptionStatus ?? '',
    debtCents: me.debtCents,
    mails: {
      receipts: counted(/^Your receipts? L-/),
      failed: counted(/^Your payment failed/),
      ended: counted(/^Your access has ended/),
      cancelled: counted(/^Your subscription is canceled/),
      resumed: counted(/^Your subscription continues/),
    },
  }
}

/** Returns what the provider took from a customer, and what went back by refund or dispute. */
async function moneyOf(customer: string): Promise<Pick<Expected, 'takenCents' | 'returnedCents'>> {
  let [takenCents, returnedCents] = [0, 0]
  for await (const charge of rig.stripe.charges.list({ customer, limit: 100 })) {
    if (!charge.paid) continue
    takenCents += charge.amount
    returnedCents += charge.amount_refunded
    if (!charge.disputed) continue
    const { data } = await rig.stripe.disputes.list({ charge: charge.id })
    for (const { status, amount } of data) if (status === 'lost') returnedCents += amount
  }
  return { takenCents, returnedCents }
}

/** Checks that the sum of our own history is the sum of all expectations: nothing unexpected was booked. */
async function expectRevenue(subscribers: Subscriber[]): Promise<void> {
  const [row] = await rig.world.sql<{ taken: number; returned: number }>(
    `select (select coalesce(sum(amount_cents), 0) from credit_purchase)
       + (select coalesce(sum(amount_cents), 0) from subscription_payment) as taken,
       (select coalesce(sum(amount_cents), 0) from money_back
        where (kind = 'refund' and status = 'succeeded') or (kind = 'dispute' and status = 'lost')) as returned`,
  )
  const expected = subscribers.map(({ persona }) => expectedOf(persona, months))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  expect(row).toEqual({
    taken: sum(expected.map(({ takenCents }) => takenCents)),
    returned: sum(expected.map(({ returnedCents }) => returnedCents)),
  })
}
