import * as requests from '#contract/agents/requests.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as departure from '#contract/departure/departure.ts'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as profile from '#contract/identity/profile.ts'
import * as messages from '#contract/messages/messages.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { eventsWorkedOff } from '#tests/kit/billing/subscriptions.ts'
import { addConversation, addHistory, addPhoto } from '#tests/kit/departure/personal-history.ts'
import { fates } from '#tests/kit/departure/personal-places.ts'
import { userRow } from '#tests/kit/identity/accounts.ts'
import { addMessage } from '#tests/kit/messages/messages.ts'
import { accept, invited } from '#tests/kit/organizations/joining.ts'
import { tablesWith } from '#tests/kit/world/tables-with.ts'
import * as kit from '#tests/calls.ts'

const { atProvider, expect, it, organization, password, registered, subscriber, tags } = kit
type TestPerson = kit.TestPerson
const world = await kit.ownWorld()

/** A person's rows of the tables that others refer to, by table. What hangs on a kept text hangs on its conversation. */
const mine: Record<string, string> = {
  users: '$1::uuid',
  account: 'select id from account where user_id = $1',
  voice_session: 'select id from voice_session where user_id = $1',
  session_transcript: 'select id from voice_session where user_id = $1',
}

async function references() {
  const rows = await world.sql<{ from: string; name: string; to: string }>(
    `select conrelid::regclass::text as from, attname as name, confrelid::regclass::text as to
     from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = any($1::regclass[])`,
    [Object.keys(mine)],
  )
  return rows.map((row) => ({ ...row, place: `${row.from}.${row.name}` }))
}

/** Returns the columns whose rows refer to a person, an account or a conversation of theirs. */
async function placesOf({ id }: TestPerson): Promise<string[]> {
  const questions = (await references()).map(
    ({ place, from, name, to }) =>
      `select '${place}' as place where exists (select from ${from} where ${name} in (${mine[to]}))`,
  )
  const rows = await world.sql<{ place: string }>(questions.join(' union all '), [id])
  return rows.map(({ place }) => place)
}

/** In the name, the address and every text of the person. */
const word = 'quirlmark'

/** Creates a person with data in every place that exists for people who pay. */
async function fullPerson(friend: TestPerson) {
  const person = await subscriber(world, 'uplift', { firstName: 'Quirlmark', email: `${word}@example.com` })
  const { client, id } = person
  await world.sql('update users set email_verified = true where id = $1', [id])
  await addConversation(world, person, `My ${word}`)
  await client.call(requests.submitRequest, {
    body: { agentName: word, description: word, useCase: 'Other', priority: 'low' },
  })
  const { id: messageId } = await client.call(messages.sendMessage, { body: { subject: word, message: word } })
  await client.call(messages.sendMessage, { body: { subject: word, message: word, inReplyTo: messageId } })
  await addHistory(world, person, friend)
  await client.call(profile.changeEmail, { body: { email: `new.${word}@example.com`, currentPassword: password } })
  await kit.askForResetToken(world, person.email)
  await client.call(departure.askForExport)
  await world.sql(`insert into pgboss.job (name, data, start_after) values ('mail', $1, now() + interval '30 days')`, [
    JSON.stringify({ to: `${word}@example.com`, subject: 'Waits', text: '', html: '' }),
  ])
  await world.sql(
    `with mine as (select id from account where user_id = $1),
       settings as (insert into auto_purchase (account_id, enabled, tier, package_name, package_cents, package_minutes,
           monthly_cap_cents, updated_at)
         select id, true, 'uplift', 'Uplift', 2500, 120, 10000, now() from mine),
       owed as (insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, status, created_at, closed_at)
         select id, $1, 'dp_of_' || $1, 100, 'forgiven', now(), now() from mine),
       declined as (insert into payment_decline (account_id, stripe_id, stripe_payment_intent_id, amount_cents, code,
           card_brand, card_last4, declined_at)
         select id, 'ch_of_' || $1, 'pi_of_' || $1, 100, 'expired_card', 'visa', '0069', now() from mine),
       stopped as (insert into subscription_event (account_id, kind, by_user_id, month_ends_at, at)
         select id, 'canceled', $1, now(), now() from mine)
     insert into user_agent_unlock (user_id, agent_id, unlocked_at)
     select $1, agent_id, now() from voice_session where user_id = $1`,
    [id],
  )
  const { id: organizationId } = await organization(world)
  await kit.join(world, person, organizationId)
  const inviting = await organization(world)
  const names = { firstName: word, lastName: word, note: word }
  const { secret } = await invited(world, inviting, person.email, names)
  await accept(client, secret)
  await invited(world, await organization(world), person.email, names)
  return { ...person, photo: await addPhoto(world, person) }
}

async function expectInEveryPlace(person: TestPerson) {
  const removed = Object.keys(fates).filter((place) => fates[place]?.[0] === 'removed')
  expect(await placesOf(person)).toEqual(expect.arrayContaining(removed))
  const stored = ['public.users', 'public.session_transcript', 'public.stripe_event', 'pgboss.job']
  expect(await tablesWith(world, word)).toEqual(expect.arrayContaining(stored))
}

async function expectExported({ id }: TestPerson) {
  const owner = await findPerson(world.services.database.read, id)
  const exported = owner ? await readPersonalData(world.services.database.readLong, owner) : {}
  for (const [place, [, table]] of Object.entries(fates)) {
    if (table) expect([place, exported[table]?.length ?? 0]).toEqual([place, expect.toSatisfy((count) => count > 0)])
  }
}

/** Returns what the books keep of an erased person. */
function moneyOf({ id }: TestPerson) {
  return world.sql(
    `select (select count(*)::int from entry where account_id = account.id) as entries,
       (select count(*)::int from receipt where account_id = account.id) as receipts, purchased_ms
     from account where user_id = $1`,
    [id],
  )
}

async function expectErasedHere(person: TestPerson) {
  expect((await placesOf(person)).filter((place) => fates[place]?.[0] !== 'stays')).toEqual([])
  expect(await tablesWith(world, word)).toEqual([])
  const nobody = { email: `erased-${person.id}@luna.invalid`, first_name: '', last_name: '', password_hash: null }
  const erased = { ...nobody, profile_image_url: null, is_active: false, erased_at: expect.any(Date) }
  expect(await userRow(world, person)).toMatchObject(erased)
  expect(await world.sql('select from image')).toEqual([])
  const [payer] = await world.sql('select * from payer join account on id = account_id where user_id = $1', [person.id])
  expect(payer).toMatchObject({ payment_method_id: null, card_last4: null, card_fingerprint: null })
  const cards =
    'select from payment_decline join account on account.id = account_id where user_id = $1 and card_last4 is not null'
  expect(await world.sql(cards, [person.id])).toEqual([])
}

interface AtProvider {
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
}

async function expectErasedAtProvider({ stripeCustomerId, stripeSubscriptionId }: AtProvider) {
  expect(await atProvider(world, `customers/${stripeCustomerId}`)).toMatchObject({ email: null, name: null })
  expect(await atProvider(world, `payment_methods?customer=${stripeCustomerId}`)).toMatchObject({ data: [] })
  expect(await atProvider(world, `subscriptions/${stripeSubscriptionId}`)).toMatchObject({ status: 'canceled' })
  // Not in the provider's events about the erasure either.
  const news = 'select type from stripe_event where object_id = $1'
  expect(await world.sql(news, [stripeSubscriptionId])).toContainEqual({ type: 'customer.subscription.deleted' })
  expect(await tablesWith(world, `${stripeCustomerId}`)).toEqual(['public.payer'])
}

it('every column that refers to people or their conversations has a rule (D28)', async () => {
  expect((await references()).map(({ place }) => place).toSorted()).toEqual(Object.keys(fates).toSorted())
})

it('a person is exported completely, then erased but for money and ledger (D28, B13)', async () => {
  const friend = await subscriber(world)
  await friend.client.call(messages.sendMessage, { body: { subject: 'Hello', message: 'How?' } })
  const person = await fullPerson(friend)
  const atProviderBefore = await person.client.call(currentUser)
  await eventsWorkedOff(world)
  await expectInEveryPlace(person)
  await expectExported(person)
  const [moneyBefore] = await moneyOf(person)
  await person.client.call(departure.deleteAccount, { body: { currentPassword: password } })
  await world.control({ advance: 'P7DT1M' })
  await eventsWorkedOff(world)
  await expectErasedHere(person)
  // The monthly minutes lapsed with the subscription, as one more ledger entry.
  expect(await moneyOf(person)).toEqual([{ ...moneyBefore, entries: Number(moneyBefore?.['entries']) + 1 }])
  await expectErasedAtProvider(atProviderBefore)
  // The friend has lost only the messages to the one who left.
  expect(await friend.client.call(messages.communications)).toHaveLength(3)
  expect(await friend.client.call(currentUser)).toMatchObject({ email: friend.email, creditBalance: 150 })
  expect(await friend.client.call(purchases.purchases)).toHaveLength(1)
}, 60_000)

it('messages of an admin and their answers stay without a name', tags('D28 D65'), async () => {
  const [admin, other] = [await kit.platformAdmin(world), await kit.platformAdmin(world)]
  const friend = await registered(world)
  const toFriend = await addMessage(world.sql, { from: admin.id, to: friend.id, subject: 'To a friend' })
  const answer = { subject: 'Re', message: 'Thanks', inReplyTo: toFriend }
  await friend.client.call(messages.sendMessage, { body: answer })
  const among = await addMessage(world.sql, { from: admin.id, audience: 'admins', subject: 'Among admins' })
  const reply = { from: other.id, audience: 'admins', inReplyTo: among, subject: 'Reply' } as const
  const replyId = await addMessage(world.sql, reply)
  await admin.client.call(departure.deleteAccount, { body: { currentPassword: password } })
  await world.control({ advance: 'P7DT1M' })
  const rows = await world.sql('select subject from user_communication where from_user_id = $1', [admin.id])
  expect(rows).toEqual([{ subject: 'To a friend' }])
  const replies = await world.sql('select in_reply_to from user_communication where id = $1', [replyId])
  expect(replies).toEqual([{ in_reply_to: null }])
  await friend.client.call(auth.login, { body: { email: friend.email, password } })
  const seen = await friend.client.call(messages.communications)
  expect(seen.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['To a friend', 'Re']))
  await world.sql("update users set role = 'user' where role = 'admin'")
})

it('the next upkeep erases remains that the previous release left', tags('D28'), async () => {
  const person = await subscriber(world)
  await world.sql(
    `update users set erased_at = now(), email = 'erased-' || id || '@luna.invalid', first_name = '', last_name = '',
       is_active = false, password_hash = null where id = $1`,
    [person.id],
  )
  const remains = () => world.sql('select id from broken_erasure')
  expect(await remains()).toEqual([{ id: person.id }])
  await world.control({ advance: 'PT1S' })
  await expect.poll(remains).toEqual([])
})
