import * as z from 'zod/mini'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import { problemBody, type ProblemBody, type Who } from '#contract/call.ts'
import { login } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { type Duty, duties } from '#contract/identity/staff.ts'
import { calls } from '#contract/index.ts'
import { askWithNothing, statusesBehind } from '#tests/kit/world/behind-guards.ts'
import * as kit from '#tests/calls.ts'
import { passRenewal, renewWith } from '#tests/calls.ts'

const { expect, it } = kit
const world = await kit.ownWorld()

/** Everybody who may make a call; a new kind of caller or of guard does not compile until it is judged here. */
const kinds = ['stranger', 'registered', 'subscriber', 'in grace', 'past grace', 'canceled', 'admin'] as const
type Kind = (typeof kinds)[number]

/** Returns people in their states, as time, cards and cancellations cause them. */
async function gather(): Promise<Record<Kind, kit.TestClient>> {
  const [late, gone] = [await kit.subscriber(world), await kit.subscriber(world)]
  await renewWith(world, late, 'pm_card_chargeCustomerFail')
  await gone.client.call(cancelSubscription)
  await world.control({ advance: 'P8D' })
  const overdue = await kit.subscriber(world)
  await renewWith(world, overdue, 'pm_card_chargeCustomerFail')
  for (const person of [late, overdue]) await passRenewal(world, person)
  for (const { client, email } of [late, gone, overdue])
    await client.call(login, { body: { email, password: kit.password } })
  return {
    stranger: world.visitor(),
    registered: (await kit.registered(world)).client,
    subscriber: (await kit.subscriber(world)).client,
    'in grace': overdue.client,
    'past grace': late.client,
    canceled: gone.client,
    // An owner; tests/calls/admin/staff-calls.test.ts covers the other staff roles.
    admin: (await kit.platformAdmin(world)).client,
  }
}

const people = await gather()

/** Status and code of a guard's refusal; null when it admits the person. */
type Refusal = readonly [status: number, code: string] | null
const stranger: Refusal = [401, 'unauthorized']
const unpaid: Refusal = [403, 'subscription_required']

/** Returns the refusal of everybody who is signed in, and that of the admin. */
const signedIn = (refusal: Refusal, admin = refusal): Record<Kind, Refusal> => {
  const [registered, subscriber, canceled] = [refusal, refusal, refusal]
  return { stranger, registered, subscriber, 'in grace': refusal, 'past grace': refusal, canceled, admin }
}

/** No one here belongs to an organization; tests/calls/organizations/walls.test.ts covers members. */
const ofOrganization = signedIn([404, 'organization_not_found'])
const ofStaff = signedIn([403, 'forbidden'], null)

const guards: Record<Who, Record<Kind, Refusal>> = {
  anyone: { ...signedIn(null), stranger: null },
  person: signedIn(null),
  access: { ...signedIn(null), registered: unpaid, 'past grace': unpaid, canceled: unpaid },
  organization_guest: ofOrganization,
  organization_member: ofOrganization,
  organization_admin: ofOrganization,
  ...(Object.fromEntries(Object.keys(duties).map((duty) => [duty, ofStaff])) as Record<Duty, typeof ofStaff>),
}

function expectProblem(reply: kit.Reply<ProblemBody>): void {
  expect(z.safeParse(z.strictObject({ ...problemBody.shape }), reply.body).error).toBeUndefined()
  expect(reply.headers.get('x-request-id')).toBe(reply.body.requestId)
}

// Calls for anyone come last, because one of them signs out.
const guardedFirst = calls.toSorted((a, b) => Number(a.call.who === 'anyone') - Number(b.call.who === 'anyone'))

it('there are calls of every guard', () => {
  expect(new Set(calls.map(({ call }) => call.who))).toEqual(new Set(Object.keys(guards)))
})

it('everybody is in their state', async () => {
  const stateOf = async (kind: Kind) => {
    const { subscriptionStatus, hasAccess, role } = await people[kind].call(currentUser)
    return [kind, subscriptionStatus, hasAccess, role]
  }
  expect(await Promise.all(kinds.slice(1).map(stateOf))).toEqual([
    ['registered', null, false, 'user'],
    ['subscriber', 'active', true, 'user'],
    ['in grace', 'past_due', true, 'user'],
    ['past grace', 'past_due', false, 'user'],
    ['canceled', 'canceled', false, 'user'],
    ['admin', null, true, 'admin'],
  ])
})

const grid = guardedFirst.flatMap(({ call }) =>
  kinds.map((kind) => [`${call.method} ${call.path}`, kind, call] as const),
)
it.each(grid)('%s as %s (D7, D10, D16 [S], S195, S201)', async (_title, kind, call) => {
  const reply = await askWithNothing(people[kind], call)
  const refusal = guards[call.who][kind]
  if (refusal) expect([reply.status, reply.body.code]).toEqual(refusal)
  else {
    expect(statusesBehind(call)).toContain(reply.status)
    // The answer of paths without a handler.
    expect(reply.body.code).not.toBe('not_found')
  }
  if (reply.status >= 400) expectProblem(reply)
})

const writes = calls.filter(({ call }) => call.method !== 'GET').map(({ call }) => call)
it.each(writes)('$method $path cannot be made from another site (D16 [S])', async (call) => {
  const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[]
  for (const headers of foreign) {
    const reply = await askWithNothing(world.visitor(), call, { headers })
    expect([reply.status, reply.body.code]).toEqual([403, 'bad_origin'])
  }
})
