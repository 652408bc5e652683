import { expect, type Page } from '../../fixtures.ts'
import { setSwitches } from '../../faults.ts'
import { keepCard } from '../payers.ts'
import { type Person, sql, subscriber } from '../../people.ts'
import { comeBack } from '../../../kit/browser/watch.ts'

/** Past the end of a month that begins now, and past the hour that the provider waits before it charges the next. */
export const pastRenewal = 'P1MT2H'

/** Moves business time for everybody. Returns when all resulting events of the provider are handled. */
export async function moveClock(duration: string): Promise<void> {
  await setSwitches({ advance: duration })
  await expect
    .poll(
      async () => {
        const [row] = await sql<{ waiting: number }>(
          'select count(*)::int as waiting from stripe_event where processed_at is null',
        )
        return row?.waiting
      },
      { timeout: 60_000 },
    )
    .toBe(0)
}

/** Waits for what a page shows once it has loaded its person again, as it does every 10 s. */
export async function seen(page: Page, look: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await comeBack(page)
    await look()
  }).toPass({ timeout: 60_000 })
}

/** Returns a day as the page writes it. */
export async function dayOf(page: Page, at: Date | undefined): Promise<string> {
  return page.evaluate(
    (text) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(text)),
    at?.toISOString() ?? '',
  )
}

interface Subscription {
  status: string
  renews_at: Date
  past_due_since: Date | null
}

export async function subscriptionOf(accountId: string): Promise<Subscription | undefined> {
  const [row] = await sql<Subscription>(
    'select status, renews_at, past_due_since from subscription where account_id = $1',
    [accountId],
  )
  return row
}

/** Returns a person whose renewal has just failed. */
export async function overdueSubscriber(): Promise<Person> {
  const person = await subscriber()
  await keepCard(person, 'pm_card_chargeCustomerFail')
  await moveClock(pastRenewal)
  await expect.poll(async () => (await subscriptionOf(person.accountId))?.status).toBe('past_due')
  return person
}
