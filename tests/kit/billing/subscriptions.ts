import { mailsTo, type ReceivedMail } from '../world/mailbox.ts'
import { subscriber, type TestPerson } from '../world/people.ts'
import { customerOf } from './payments.ts'
import { atProvider, changeAtProvider, eventually, jobsDone } from './provider.ts'
import type { World } from '../world/world.ts'

export const dayMs = 24 * 60 * 60_000

interface SubscriptionRow {
  id: string
  status: string
  renews_at: Date
  cancel_at_period_end: boolean
  past_due_since: Date | null
  read_at: Date
}

export async function subscriptionOf(world: World, person: TestPerson): Promise<SubscriptionRow> {
  const [row] = await world.sql<SubscriptionRow>(
    `select stripe_subscription_id as id, status, renews_at, cancel_at_period_end, past_due_since, read_at
     from subscription join account on account.id = account_id where user_id = $1`,
    [person.id],
  )
  if (!row) throw new Error('No subscription')
  return row
}

export async function subscriptionAtProvider(world: World, person: TestPerson) {
  const path = `subscriptions/${(await subscriptionOf(world, person)).id}`
  return atProvider<{ status: string; cancel_at_period_end: boolean; latest_invoice: string }>(world, path)
}

/** Charges this person's renewals to that test card from now on. */
export async function renewWith(world: World, person: TestPerson, magicId: string): Promise<void> {
  const { id } = await subscriptionOf(world, person)
  const customer = await customerOf(world, person)
  const card = await changeAtProvider<{ id: string }>(world, `payment_methods/${magicId}/attach`, { customer })
  await changeAtProvider(world, `subscriptions/${id}`, { default_payment_method: card.id })
}

/** Returns a subscriber whose renewal has just failed. */
export async function overdueSubscriber(world: World, card = 'pm_card_chargeCustomerFail'): Promise<TestPerson> {
  const person = await subscriber(world)
  await renewWith(world, person, card)
  await passRenewal(world, person)
  return person
}

/** Moves the clock to some time after the person's month has ended, and waits until all events are handled. */
export async function passRenewal(world: World, person: TestPerson, hoursAfter = 2): Promise<void> {
  const { renews_at: renewsAt } = await subscriptionOf(world, person)
  const seconds = Math.ceil((renewsAt.getTime() - world.services.clock.now().getTime()) / 1000) + hoursAfter * 3600
  await passTime(world, `PT${seconds}S`)
}

export async function passTime(world: World, duration: string): Promise<void> {
  await world.control({ advance: duration })
  await eventsWorkedOff(world)
}

/** Events that were lost on purpose, so that nothing waits for them. */
const lost = new WeakMap<World, Set<string>>()

/** Does something while every event of the provider is lost. */
export async function losingEvents<T>(world: World, work: () => Promise<T>): Promise<T> {
  await eventsWorkedOff(world)
  await world.control({ webhooks: 'drop' })
  try {
    const result = await work()
    const sent = (await newEvents(world)).filter((event) => event.pending_webhooks > 0)
    lost.set(world, new Set([...(lost.get(world) ?? []), ...sent.map(({ id }) => id)]))
    return result
  } finally {
    await world.control({ webhooks: 'deliver' })
  }
}

/** Up to when everything was handled, in seconds, so that nothing older is read again. */
const quietSince = new WeakMap<World, number>()

/** Waits until every event that the provider sends has arrived and is handled. */
export async function eventsWorkedOff(world: World): Promise<void> {
  const expectNoneWaits = async () => {
    const waiting = await world.sql('select from stripe_event where processed_at is null')
    if (waiting.length > 0) throw new Error(`${waiting.length} events to work off`)
  }
  const look = async () => {
    const events = await newEvents(world)
    const arriving = events.filter(({ id, pending_webhooks: sends }) => sends > 0 && !lost.get(world)?.has(id))
    if (arriving.length > 0) throw new Error(`${arriving.length} events to arrive`)
    await expectNoneWaits()
    return events[0]?.created
  }
  await eventually(async () => {
    // Asking the provider is the dearer question.
    await expectNoneWaits()
    const newest = await look()
    // Events handled between the two counts may have caused further ones.
    await look()
    if (newest !== undefined) quietSince.set(world, newest)
  })
}

/** Returns the provider's events since the last quiet second, newest first. */
async function newEvents(world: World) {
  const path = `events?limit=100&created[gte]=${quietSince.get(world) ?? 0}`
  return (await atProvider<{ data: { id: string; created: number; pending_webhooks: number }[] }>(world, path)).data
}

const lifeSubjectsInOrder = [
  'Your payment failed',
  'Your subscription is canceled',
  'Your subscription continues',
  'Your access has ended',
]

/** Waits until no mail waits. Returns those about a person's subscription, in the order of events. */
export async function lifeMails(world: World, person: TestPerson): Promise<ReceivedMail[]> {
  await jobsDone(world, 'mail')
  const place = ({ subject }: ReceivedMail) => lifeSubjectsInOrder.indexOf(subject)
  const mails = (await mailsTo(world, person.email)).filter((mail) => place(mail) >= 0)
  return mails.toSorted((one, other) => place(one) - place(other))
}

export const lifeSubjects = async (world: World, person: TestPerson) =>
  (await lifeMails(world, person)).map(({ subject }) => subject)

/** The entries of a renewal when nothing of the month was used. */
export const renewal = ['monthly_lapse -30', 'monthly_grant 30']

/** Returns every entry of a person's ledger as kind and minutes, oldest first. */
export async function entriesOf(world: World, person: TestPerson): Promise<string[]> {
  const rows = await world.sql<{ kind: string; amount_ms: number }>(
    `select entry.kind, entry.amount_ms from entry join account on account.id = entry.account_id
     where account.user_id = $1 order by entry.seq`,
    [person.id],
  )
  return rows.map(({ kind, amount_ms: ms }) => `${kind} ${ms / 60_000}`)
}

/** Returns the state of each subscription of the person's customer at the provider, sorted. */
export async function subscriptionsAtProvider(world: World, person: TestPerson): Promise<string[]> {
  const path = `subscriptions?customer=${await customerOf(world, person)}&status=all&limit=100`
  const { data } = await atProvider<{ data: { status: string }[] }>(world, path)
  return data.map(({ status }) => status).toSorted()
}
