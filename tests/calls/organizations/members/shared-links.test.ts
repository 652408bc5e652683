import { describe, expect, it } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import { linkMailedTo, member, organization, queuedMails, registered, sharedWorld } from '#tests/calls.ts'
import {
  accept,
  address,
  complete,
  invited,
  peopleOf,
  sharedLink,
  validate,
} from '../../../kit/organizations/joining.ts'

const world = await sharedWorld()

describe('a shared link (D119 [S])', () => {
  it('admits as many people as it allows, under a lock; each account counts once', async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { maxUses: 3, role: 'guest', userCategory: 'Clients' })
    const people = await Promise.all(Array.from({ length: 6 }, () => registered(world)))
    const replies = await Promise.all(people.map(({ client }) => accept(client, secret)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 410, 410, 410])
    expect(await peopleOf(world, firm)).toHaveLength(3)
    expect(new Set((await peopleOf(world, firm)).map(({ role }) => role))).toEqual(new Set(['guest']))
    const [link] = await firm.owner.client.call(bulkInvitations.bulkInvitations, { query: {} })
    expect(link).toMatchObject({ id, currentUses: 3, maxUses: 3, acceptedCount: 3 })
  })

  it('creates no admin, has 1 to 1,000 uses and lasts at most 90 days', async () => {
    const firm = await organization(world)
    const make = (body: object) =>
      firm.owner.client.try(bulkInvitations.createInvitationLink, { query: {}, body: body as { maxUses: number } })
    for (const body of [
      { maxUses: 5, role: 'admin' },
      { maxUses: 0 },
      { maxUses: 1001 },
      { maxUses: 5, expiresInDays: 91 },
      { maxUses: 5, emailDomain: 'nodot' },
    ]) {
      expect((await make(body)).status).toBe(400)
    }
    expect((await make({ maxUses: 1000, emailDomain: '@Example.com' })).body.emailDomain).toBe('example.com')
  })

  it('opens registration for any address that its rules allow', async () => {
    const firm = await organization(world)
    const { secret } = await sharedLink(firm)
    const email = address()
    expect((await validate(world, email, firm.id, secret)).body.valid).toBe(true)
    const reply = await complete(world, email, firm.id, secret)
    expect(reply.status).toBe(201)
    expect(await reply.client.call(currentUser)).toMatchObject({ emailVerified: false, organizationId: firm.id })
    expect((await queuedMails(world, email)).map(({ subject }) => subject)).toContain('Confirm your email address')
  })

  it("for a domain requires a confirmed address there: by mail, or the account's own", async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { emailDomain: 'corp.example' })
    expect((await validate(world, address(), firm.id, secret)).body.code).toBe('invalid_invitation')
    const email = address('corp.example')
    expect((await validate(world, email, firm.id, secret)).body.valid).toBe(false)
    expect((await complete(world, email, firm.id, secret)).body.code).toBe('invalid_invitation')
    const own = await linkMailedTo(world, email)
    expect((await validate(world, email, firm.id, own)).body.valid).toBe(true)
    // It is not an invitation by name: it holds no seat and is in no list.
    expect(await firm.owner.client.call(invitations.invitations, { query: {} })).toEqual([])
    expect((await complete(world, email, firm.id, own)).status).toBe(201)
    const [link] = await world.sql('select current_uses from bulk_invitation where id = $1', [id])
    expect(link).toEqual({ current_uses: 1 })

    const person = await registered(world, { email: address('corp.example') })
    expect((await accept(person.client, secret)).body.code).toBe('email_not_confirmed')
    await world.sql('update users set email_verified = true where id = $1', [person.id])
    expect((await accept(person.client, secret)).status).toBe(200)
    const foreign = await registered(world)
    expect((await accept(foreign.client, secret)).body.code).toBe('domain_not_allowed')
  })

  it('admits nobody and creates no account when all seats are taken, and notifies the admins once (D116)', async () => {
    const firm = await organization(world, { maxUsers: 2 })
    await invited(world, firm)
    const { secret } = await sharedLink(firm)
    const reply = await complete(world, address(), firm.id, secret)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      'seats_full',
      'All seats are taken. We have told the admin.',
    ])
    const person = await registered(world)
    expect((await accept(person.client, secret)).body.code).toBe('seats_full')
    expect(
      (await queuedMails(world, firm.owner.email)).filter(({ subject }) => subject.startsWith('All seats')),
    ).toHaveLength(1)
    expect(await peopleOf(world, firm)).toEqual([])
  })

  it('gives the last seat away once, however many people come at the same moment', async () => {
    const firm = await organization(world, { maxUsers: 3 })
    const { secret } = await sharedLink(firm, { maxUses: 100 })
    const people = await Promise.all(Array.from({ length: 8 }, () => registered(world)))
    const replies = await Promise.all(people.map(({ client }) => accept(client, secret)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['seats_full']),
    )
    expect(await peopleOf(world, firm)).toHaveLength(2)
  })

  it('does not restore a person whom an admin has switched off', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [person.id])
    const { secret } = await sharedLink(firm)
    expect((await accept(person.client, secret)).body.code).toBe('membership_ended')
    const named = await invited(world, firm, person.email)
    expect((await accept(person.client, named.secret)).status).toBe(200)
  })
})
