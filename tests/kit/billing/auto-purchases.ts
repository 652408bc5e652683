import * as contract from '#contract/billing/auto-purchase.ts'
import type { Input } from '#contract/call.ts'
import { watchBalance } from '#server/billing/auto-purchase/watch-balance.flow.ts'
import { mailsTo } from '../world/mailbox.ts'
import { setBalance, subscriber, type TestPerson } from '../world/people.ts'
import { accountOf, customerOf } from './payments.ts'
import { atProvider, jobsDone } from './provider.ts'
import { keepCard } from './saved-cards.ts'
import { passTime } from './subscriptions.ts'
import type { World } from '../world/world.ts'

/** Returns a subscriber whose saved card is this test card, with this many minutes left. */
export async function lowSubscriber(world: World, minutes: number, magicId = 'pm_card_visa'): Promise<TestPerson> {
  const person = await subscriber(world)
  if (magicId !== 'pm_card_visa') await keepCard(world, person, magicId)
  await setBalance(world, person.id, minutes * 60)
  return person
}

export const change = ({ client }: TestPerson, body: Input<typeof contract.changeAutoPurchase>['body']) =>
  client.call(contract.changeAutoPurchase, { body })

export const stateOf = ({ client }: TestPerson) => client.call(contract.autoPurchase)

/** Returns a subscriber with 5 minutes left, who has just switched automatic purchases on. */
export async function switchedOn(world: World, magicId?: string): Promise<TestPerson> {
  const person = await lowSubscriber(world, 5, magicId)
  await change(person, { enabled: true })
  return person
}

/** Looks at the balance again, as every settlement, credit and hourly upkeep does. */
export async function lookAgain(world: World, person: TestPerson): Promise<void> {
  await watchBalance(world.services, await accountOf(world, person))
}

/** Spends down to this many minutes, and makes the server notice. */
export async function spendTo(world: World, person: TestPerson, minutes: number): Promise<void> {
  await setBalance(world, person.id, minutes * 60)
  await lookAgain(world, person)
}

/** Returns every automatic purchase of a person, oldest first, once no job is left. */
export async function attemptsOf(world: World, person: TestPerson) {
  await jobsDone(world, 'auto-purchase')
  return world.sql<{ id: string; status: string; amount_cents: number; stripe_payment_intent_id: string | null }>(
    `select id, status, tier, amount_cents, stripe_payment_intent_id, decline_code, needs_confirmation
     from checkout where user_id = $1 and kind = 'auto' order by id`,
    [person.id],
  )
}

/** Returns the automatic payments that the provider knows of a person, newest first. */
export async function paymentsOf(world: World, person: TestPerson) {
  const path = `payment_intents?limit=100&customer=${await customerOf(world, person)}`
  const { data } = await atProvider<{ data: { status: string; metadata: Record<string, string> }[] }>(world, path)
  return data.filter(({ metadata }) => metadata['kind'] === 'auto')
}

export async function storedOf(world: World, person: TestPerson) {
  const [row] = await world.sql(
    `select enabled, armed, failures, retry_at, blocked_fingerprint, problem
     from auto_purchase join account on account.id = account_id where user_id = $1`,
    [person.id],
  )
  return row
}

/** Returns how many mails of this subject a person received, once none is left to send. */
export async function told(world: World, person: TestPerson, subject: string): Promise<number> {
  await jobsDone(world, 'mail')
  return (await mailsTo(world, person.email)).filter((mail) => mail.subject === subject).length
}

/** Passes a day and completes everything that follows from it. */
export async function passDay(world: World): Promise<void> {
  await passTime(world, 'PT24H')
  await jobsDone(world, 'auto-purchase')
}
