import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { login } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { problemBody, type ProblemBody, type Who } from '#contract/call.ts'
import { type Duty, duties } from '#contract/identity/staff.ts'
import { calls } from '#contract/index.ts'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import { ownWorld, password, platformAdmin, registered, type Reply, subscriber, type TestClient } from '#tests/calls.ts'
import { askWithNothing, statusesBehind } from '../../kit/world/behind-guards.ts'
import { passRenewal, renewWith } from '../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const people = await gather()

/** Everybody who may make a call; a new kind of caller or of guard does not compile until it is judged here. */
const kinds = ['stranger', 'registered', 'subscriber', 'in grace', 'past grace', 'canceled', 'admin'] as const
type Kind = (typeof kinds)[number]

/** Returns people in their states, as time, cards and cancellations cause them. */
async function gather(): Promise<Record<Kind, TestClient>> {
  const [late, gone] = [await subscriber(world), await subscriber(world)]
  await renewWith(world, late, 'pm_card_chargeCustomerFail')
  await gone.client.call(cancelSubscription)
  await world.control({ advance: 'P8D' })
  const overdue = await subscriber(world)
  await renewWith(world, overdue, 'pm_card_chargeCustomerFail')
  for (const person of [late, overdue]) await passRenewal(world, person)
  for (const { client, email } of [late, gone, overdue]) await client.call(login, { body: { email, password } })
  const admin = await platformAdmin(world)
  return {
    stranger: world.visitor(),
    registered: (await registered(world)).client,
    subscriber: (await subscriber(world)).client,
    'in grace': overdue.client,
    'past grace': late.client,
    canceled: gone.client,
    admin: admin.client,
  }
}

const unauthorized = [401, 'unauthorized'] as const
const forbidden = [403, 'forbidden'] as const
const unpaid = [403, 'subscription_required'] as const

const notThere = [404, 'organization_not_found'] as const

/** No one here belongs to an organization; tests/calls/organizations/walls.test.ts covers members. */
const ofOrganization: Record<Kind, readonly [status: number, code: string]> = {
  stranger: unauthorized,
  registered: notThere,
  subscriber: notThere,
  'in grace': notThere,
  'past grace': notThere,
  canceled: notThere,
  admin: notThere,
}

/** The admin here is an owner; tests/calls/admin/staff-calls.test.ts covers the other staff roles. */
const ofStaff: Record<Kind, readonly [status: number, code: string] | null> = {
  stranger: unauthorized,
  registered: forbidden,
  subscriber: forbidden,
  'in grace': forbidden,
  'past grace': forbidden,
  canceled: forbidden,
  admin: null,
}

/** Status and code of a guard's refusal; null when it admits the person. */
const guards: Record<Who, Record<Kind, readonly [status: number, code: string] | null>> = {
  anyone: {
    stranger: null,
    registered: null,
    subscriber: null,
    'in grace': null,
    'past grace': null,
    canceled: null,
    admin: null,
  },
  person: {
    stranger: unauthorized,
    registered: null,
    subscriber: null,
    'in grace': null,
    'past grace': null,
    canceled: null,
    admin: null,
  },
  access: {
    stranger: unauthorized,
    registered: unpaid,
    subscriber: null,
    'in grace': null,
    'past grace': unpaid,
    canceled: unpaid,
    admin: null,
  },
  organization_guest: ofOrganization,
  organization_member: ofOrganization,
  organization_admin: ofOrganization,
  ...(Object.fromEntries(Object.keys(duties).map((duty) => [duty, ofStaff])) as Record<Duty, typeof ofStaff>),
}

function expectProblem(reply: Reply<ProblemBody>): void {
  expect(z.safeParse(z.strictObject({ ...problemBody.shape }), reply.body).error).toBeUndefined()
  expect(reply.headers.get('x-request-id')).toBe(reply.body.requestId)
}

// Calls for anyone come last, because one of them signs out.
const guardedFirst = calls.toSorted((a, b) => Number(a.call.who === 'anyone') - Number(b.call.who === 'anyone'))

describe('permissions follow from the guard that a call declares (D7, D10, D16 [S], S195, S201)', () => {
  it('there are calls for strangers, for people, with access, of organizations, and for platform admins', () => {
    expect(new Set(calls.map(({ call }) => call.who))).toEqual(new Set(Object.keys(guards)))
  })

  const grid = guardedFirst.flatMap(({ call }) =>
    kinds.map((kind) => [`${call.method} ${call.path}`, kind, call] as const),
  )
  it('everybody is in their state', async () => {
    const states = await Promise.all(
      kinds.slice(1).map(async (kind) => {
        const { subscriptionStatus, hasAccess, role } = await people[kind].call(currentUser)
        return [kind, subscriptionStatus, hasAccess, role]
      }),
    )
    expect(states).toEqual([
      ['registered', null, false, 'user'],
      ['subscriber', 'active', true, 'user'],
      ['in grace', 'past_due', true, 'user'],
      ['past grace', 'past_due', false, 'user'],
      ['canceled', 'canceled', false, 'user'],
      ['admin', null, true, 'admin'],
    ])
  })

  it.each(grid)('%s as %s', async (_title, kind, call) => {
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
})

describe('no call that writes can be made from another site (D16 [S])', () => {
  const writes = calls.filter(({ call }) => call.method !== 'GET').map(({ call }) => call)
  it.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_title, call) => {
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const reply = await askWithNothing(world.visitor(), call, { headers: { [name]: value } })
      expect([reply.status, reply.body.code]).toEqual([403, 'bad_origin'])
    }
  })
})
