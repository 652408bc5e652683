import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/call.ts'
import { changeMembers } from '#contract/organizations/members.ts'
import { actsOn, member, organization, platformAdmin, queuedMails, sharedWorld, type TestClient } from '#tests/calls.ts'
import { end, firmWithMember, start } from '../../../kit/organizations/limited-members.ts'

// What an organization's admins change for several members in one step.

const world = await sharedWorld()

type Body = Input<typeof changeMembers>['body']

function change(client: TestClient, organizationId: number, body: Body) {
  return client.try(changeMembers, { query: { organizationId }, body })
}

/** Returns role, level and limit of these people, in their order. */
async function rowsOf(organizationId: number, ids: readonly string[]) {
  return world.sql(
    `select role, access_level, monthly_limit_minutes from organization_user
     where organization_id = $1 and user_id = any($2) order by array_position($2::uuid[], user_id)`,
    [organizationId, ids],
  )
}

describe('a change of several members (D128)', () => {
  it('sets role, level or limit for all of them and for nobody else, and is on record (D153)', async () => {
    const firm = await organization(world)
    const [ada, ben, cleo] = [
      await member(world, firm.id),
      await member(world, firm.id, { role: 'guest', accessLevel: 'full' }),
      await member(world, firm.id),
    ]
    const ids = [ada.id, ben.id]
    const untouched = { role: 'member', access_level: 'standard', monthly_limit_minutes: null }
    expect(await change(firm.owner.client, firm.id, { ids: [...ids, ada.id], monthlyLimitMinutes: 60 })).toMatchObject({
      status: 200,
      body: { changedCount: 2 },
    })
    await change(firm.owner.client, firm.id, { ids, accessLevel: 'premium' })
    expect(await rowsOf(firm.id, [ada.id, ben.id, cleo.id])).toEqual([
      { role: 'member', access_level: 'premium', monthly_limit_minutes: 60 },
      { role: 'guest', access_level: 'premium', monthly_limit_minutes: 60 },
      untouched,
    ])
    const admin = await platformAdmin(world)
    const all = { ids, role: 'admin' as const, monthlyLimitMinutes: null }
    expect((await change(admin.client, firm.id, all)).body).toEqual({ changedCount: 2 })
    expect(await rowsOf(firm.id, ids)).toMatchObject([
      { role: 'admin', monthly_limit_minutes: null },
      { role: 'admin', monthly_limit_minutes: null },
    ])
    const [act] = await actsOn(admin, 'organization', firm.id)
    expect(act).toMatchObject({
      action: 'organization.changeMembers',
      before: { [`member ${ada.id} role`]: 'member', [`member ${ben.id} role`]: 'guest' },
      after: { [`member ${ada.id} role`]: 'admin', [`member ${ben.id} role`]: 'admin' },
    })
  })

  it('changes nobody when one person is a stranger or no admin would stay', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const [ada, ben] = [await member(world, firm.id), await member(world, firm.id, { role: 'admin' })]
    const foreign = await member(world, other.id)
    const both = [ada.id, foreign.id]
    expect(await change(firm.owner.client, firm.id, { ids: both, role: 'guest' })).toMatchObject({
      status: 404,
      body: { code: 'member_not_found' },
    })
    const everyone = [ada.id, ben.id, firm.owner.id]
    expect(await change(firm.owner.client, firm.id, { ids: everyone, role: 'member' })).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    expect((await rowsOf(firm.id, everyone)).map(({ role }) => role)).toEqual(['member', 'admin', 'admin'])
    expect((await rowsOf(other.id, [foreign.id])).map(({ role }) => role)).toEqual(['member'])
    // Everybody but one admin may step down, even the one who asks.
    expect((await change(firm.owner.client, firm.id, { ids: [firm.owner.id, ada.id], role: 'member' })).status).toBe(
      200,
    )
    expect((await change(firm.owner.client, firm.id, { ids: [ada.id], role: 'admin' })).status).toBe(403)
  })

  it('leaves an admin when two admins demote each other at once', async () => {
    const firm = await organization(world)
    const second = await member(world, firm.id, { role: 'admin' })
    const third = await member(world, firm.id)
    const replies = await Promise.all([
      change(firm.owner.client, firm.id, { ids: [second.id, third.id], role: 'guest' }),
      change(second.client, firm.id, { ids: [firm.owner.id, third.id], role: 'guest' }),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const roles = (await rowsOf(firm.id, [firm.owner.id, second.id])).map(({ role }) => role)
    expect(new Set(roles)).toEqual(new Set(['admin', 'guest']))
  })

  it('limits the next conversation and mails those who have passed the new limit (D131)', async () => {
    const talked = await firmWithMember(world, null, 120)
    const { firm, person } = talked
    const quiet = await member(world, firm.id)
    const started = await start(talked)
    if ('id' in started.body) await end(talked, started.body.id)
    expect(started.status).toBe(201)
    await change(firm.owner.client, firm.id, { ids: [person.id, quiet.id], monthlyLimitMinutes: 2 })
    expect((await start(talked)).status).not.toBe(201)
    const subjects = async (email: string) => (await queuedMails(world, email)).map(({ subject }) => subject)
    expect((await subjects(person.email)).filter((subject) => /minutes/.test(subject))).toHaveLength(1)
    expect((await subjects(firm.owner.email)).filter((subject) => /minutes/.test(subject))).toHaveLength(1)
    expect((await subjects(quiet.email)).filter((subject) => /minutes/.test(subject))).toEqual([])
  })

  it('is made only by its admins', async () => {
    const firm = await organization(world)
    const { id } = await member(world, firm.id)
    for (const [client, status, code] of [
      [world.visitor(), 401, 'unauthorized'],
      [(await organization(world)).owner.client, 404, 'organization_not_found'],
      [(await member(world, firm.id)).client, 403, 'forbidden'],
      [(await member(world, firm.id, { role: 'guest' })).client, 403, 'forbidden'],
    ] as const) {
      expect(await change(client, firm.id, { ids: [id], role: 'admin' })).toMatchObject({ status, body: { code } })
    }
    expect((await rowsOf(firm.id, [id]))[0]?.role).toBe('member')
  })

  it.each([
    [{ ids: [], role: 'guest' }, 'ids'],
    [{ ids: ['x'], role: 'guest' }, 'ids.0'],
    [{ role: 'guest' }, 'ids'],
    [{ ids: Array.from({ length: 1001 }, () => crypto.randomUUID()), role: 'guest' }, 'ids'],
    [{ ids: [crypto.randomUUID()], role: 'owner' }, 'role'],
    [{ ids: [crypto.randomUUID()], monthlyLimitMinutes: 1.5 }, 'monthlyLimitMinutes'],
    [{ ids: [crypto.randomUUID()] }, undefined],
    [{ ids: [crypto.randomUUID()], isActive: false }, undefined],
  ])('is refused without people and a change that can be made: %#', async (body, field) => {
    const firm = await organization(world)
    const reply = await firm.owner.client.request<{ code: string; field?: string }>(
      'PATCH',
      '/api/organization/members',
      body,
    )
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', field])
  })
})
