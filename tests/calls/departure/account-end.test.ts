import { describe, expect, it } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as departure from '#contract/departure/departure.ts'
import { ownWorld, password, queuedMails, registered, subscriber, type TestPerson } from '#tests/calls.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'
import { overdueSubscriber } from '../../kit/billing/subscriptions.ts'

const world = await ownWorld()

const body = { currentPassword: password }

function remove(person: TestPerson) {
  return person.client.call(departure.deleteAccount, { body })
}

function signIn({ email }: TestPerson) {
  return world.visitor().try(auth.login, { body: { email, password } })
}

async function subjects({ email }: TestPerson) {
  return (await queuedMails(world, email)).map(({ subject }) => subject)
}

async function rowOf({ id }: TestPerson) {
  const [row] = await world.sql('select * from users where id = $1', [id])
  return row
}

async function askStripe<Answer>(path: string): Promise<Answer> {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  return (await (await fetch(`${world.standins.url}/v1/${path}`, { headers })).json()) as Answer
}

describe('POST /api/account/delete (D28)', () => {
  it('requires the password, and is closed to strangers', async () => {
    expect((await world.visitor().try(departure.deleteAccount, { body })).status).toBe(401)
    const person = await registered(world)
    const wrong = await person.client.try(departure.deleteAccount, { body: { currentPassword: 'wrong-horse-1' } })
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, 'wrong_password', 'currentPassword'])
    const none = await person.client.request('POST', '/api/account/delete', {})
    expect([none.status, none.body]).toEqual([400, expect.objectContaining({ field: 'currentPassword' })])
    expect(await rowOf(person)).toMatchObject({ deletion_requested_at: null })
    expect((await person.client.try(currentUser)).status).toBe(200)
  })

  it('signs out everywhere, names the day and mails it', async () => {
    const person = await registered(world)
    await signIn(person)
    const { erasedAt } = await remove(person)
    expect((Date.parse(erasedAt) - world.services.clock.now().getTime()) / 86_400_000).toBeCloseTo(7, 2)
    expect((await person.client.try(currentUser)).status).toBe(401)
    expect(await world.sql('select from session where user_id = $1', [person.id])).toEqual([])
    expect((await subjects(person))[0]).toBe('Your account will be deleted')
    expect(await rowOf(person)).toMatchObject({ email: person.email, erased_at: null })
  })

  it('is canceled by a sign-in within 7 days, which says so', async () => {
    const person = await registered(world)
    await remove(person)
    await world.control({ advance: 'P6DT23H' })
    const wrong = await world.visitor().try(auth.login, { body: { email: person.email, password: 'wrong-horse-1' } })
    expect(wrong.status).toBe(401)
    expect(await rowOf(person)).not.toMatchObject({ deletion_requested_at: null })
    const back = await signIn(person)
    expect([back.status, back.body]).toEqual([200, expect.objectContaining({ id: person.id, isRestored: true })])
    expect((await subjects(person))[0]).toBe('Your account will not be deleted')
    expect((await signIn(person)).body).toMatchObject({ isRestored: false })
    await world.control({ advance: 'P2D' })
    expect(await rowOf(person)).toMatchObject({ email: person.email, erased_at: null, is_active: true })
  })

  it('first sets the subscription to end with its month; a person who returns can resume it', async () => {
    const person = await subscriber(world)
    const { stripeSubscriptionId } = await person.client.call(currentUser)
    await remove(person)
    const marked = await askStripe<object>(`subscriptions/${stripeSubscriptionId}`)
    expect(marked).toMatchObject({ status: 'active', cancel_at_period_end: true })
    const back = await signIn(person)
    expect(back.body).toMatchObject({
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: true,
      creditBalance: 150,
      hasAccess: true,
    })
  })

  it('ends a subscription with a waiting payment at once, and nothing more is collected', async () => {
    const person = await overdueSubscriber(world)
    const { stripeSubscriptionId } = await person.client.call(currentUser)
    await remove(person)
    expect(await askStripe<object>(`subscriptions/${stripeSubscriptionId}`)).toMatchObject({ status: 'canceled' })
    const invoices = await askStripe<{ data: { status: string }[] }>(`invoices?subscription=${stripeSubscriptionId}`)
    expect(invoices.data.map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
    expect((await signIn(person)).body).toMatchObject({ subscriptionStatus: 'canceled', isRestored: true })
  })

  it('changes nothing while the payment provider is unreachable', async () => {
    const person = await subscriber(world)
    await world.control({ apiFault: { stripe: 'error' } })
    const reply = await person.client.try(departure.deleteAccount, { body })
    await world.control({ apiFault: { stripe: null } })
    expect([reply.status, reply.body.code]).toEqual([503, 'payment_unavailable'])
    expect(await rowOf(person)).toMatchObject({ deletion_requested_at: null })
    expect((await person.client.try(currentUser)).status).toBe(200)
  })

  it('keeps the last platform admin, even when two leave at once (409)', async () => {
    const admins = [await registered(world), await registered(world)]
    for (const { id } of admins) await world.sql("update users set role = 'admin' where id = $1", [id])
    const replies = await Promise.all(admins.map(({ client }) => client.try(departure.deleteAccount, { body })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
    await world.sql("update users set role = 'user' where role = 'admin'")
  })

  it('keeps the last admin of an organization with other members, even when two leave at once (409)', async () => {
    const alone = await organization(world)
    await remove(alone.owner)
    const { id, owner } = await organization(world)
    const second = await member(world, id, { role: 'admin' })
    await member(world, id)
    const replies = await Promise.all(
      [owner, second].map(({ client }) => client.try(departure.deleteAccount, { body })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('last_admin')
  })

  it('admits no session that was opened at the same time as the request (D15)', async () => {
    const person = await registered(world)
    await world.sql('update users set deletion_requested_at = now() where id = $1', [person.id])
    expect((await person.client.try(currentUser)).status).toBe(401)
  })
})

describe('seven days later (D28)', () => {
  it('the account is gone for its password, and its address is free again', async () => {
    const person = await registered(world)
    await remove(person)
    // Even before the next upkeep.
    await world.sql(
      "update users set deletion_requested_at = deletion_requested_at - interval '7 days' where id = $1",
      [person.id],
    )
    const late = await signIn(person)
    expect([late.status, late.body.code]).toEqual([401, 'invalid_credentials'])
    await world.control({ advance: 'PT1S' })
    expect((await signIn(person)).status).toBe(401)
    const again = await registered(world, { email: person.email })
    expect(again.id).not.toBe(person.id)
  })

  it('waits for an unreachable payment provider, without delaying others', async () => {
    const [payer, other] = [await subscriber(world), await registered(world)]
    await remove(payer)
    await remove(other)
    await world.control({ apiFault: { stripe: 'error' } })
    await world.control({ advance: 'P7DT1M' })
    expect(await rowOf(payer)).toMatchObject({ email: payer.email, erased_at: null })
    expect((await rowOf(other))?.['erased_at']).not.toBeNull()
    await world.control({ apiFault: { stripe: null } })
    await world.control({ advance: 'PT1H' })
    expect((await rowOf(payer))?.['erased_at']).not.toBeNull()
  })
})
