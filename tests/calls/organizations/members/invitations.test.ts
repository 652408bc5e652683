import { describe, expect, it } from 'vitest'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as joining from '#contract/organizations/joining.ts'
import { linkMailedTo, member, organization, queuedMails, sharedWorld, type TestOrganization } from '#tests/calls.ts'

const world = await sharedWorld()

let count = 0
const address = () => `invited${++count}.${process.pid}@example.com`
const invite = (firm: TestOrganization, email: string, more: object = {}) =>
  firm.owner.client.try(invitations.inviteMember, { query: {}, body: { email, ...more } })
const listOf = (firm: TestOrganization) => firm.owner.client.call(invitations.invitations, { query: {} })
const peek = (secret: string) => world.visitor().try(joining.invitationPage, { params: { uniqueLink: secret } })

describe('an invitation by mail (D113-D117, S445, S576)', () => {
  it('is stored with the defaults, mailed with its own link, and open for 14 days', async () => {
    const firm = await organization(world)
    const email = address()
    const reply = await invite(firm, email.toUpperCase())
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      organizationId: firm.id,
      email,
      role: 'member',
      accessLevel: 'standard',
      userCategory: 'Members',
      invitedBy: firm.owner.id,
      status: 'pending',
      invitationType: 'email',
      acceptedAt: null,
    })
    const days = (new Date(reply.body.expiresAt).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
    expect(await listOf(firm)).toEqual([reply.body])
    const secret = await linkMailedTo(world, email)
    expect(secret).toHaveLength(43)
    const [row] = await world.sql('select * from organization_invitation where email = $1', [email])
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(reply.body)).not.toContain('token')
  })

  it("stores all six fields of the form, and the inviting person's note", async () => {
    const firm = await organization(world)
    const given = {
      firstName: 'Ida',
      lastName: 'Ny',
      role: 'guest',
      userCategory: 'Clients',
      accessLevel: 'admin-only',
    }
    const email = address()
    expect((await invite(firm, email, { ...given, note: 'See you on Monday.' })).body).toMatchObject(given)
    const [mail] = await queuedMails(world, email)
    expect(mail?.text).toContain('Hello Ida')
    expect(mail?.text).toContain('See you on Monday.')
    expect((await peek(await linkMailedTo(world, email))).body.invitation.description).toBe('See you on Monday.')
  })

  it('is renewed when a person is invited again: same id, another link, the old one ends (D115)', async () => {
    const firm = await organization(world, { maxUsers: 2 })
    const email = address()
    const first = await invite(firm, email)
    const old = await linkMailedTo(world, email)
    const again = await invite(firm, email.toUpperCase(), { role: 'admin' })
    expect([again.status, again.body.id, again.body.role]).toEqual([200, first.body.id, 'admin'])
    expect((await peek(old)).status).toBe(404)
    expect((await peek(await linkMailedTo(world, email))).status).toBe(200)
    expect(await listOf(firm)).toHaveLength(1)
  })

  it('is renewed unchanged when only the address is given again, and otherwise changed in the given fields (D115, D117)', async () => {
    const firm = await organization(world)
    const email = address()
    const given = {
      firstName: 'Ida',
      lastName: 'Ny',
      role: 'admin',
      userCategory: 'Clients',
      accessLevel: 'full',
    } as const
    await invite(firm, email, { ...given, note: 'See you on Monday.' })
    expect((await invite(firm, email)).body).toMatchObject(given)
    expect((await queuedMails(world, email)).at(-1)?.text).toContain('See you on Monday.')
    const { body } = await invite(firm, email, { role: 'guest', firstName: '' })
    expect(body).toMatchObject({ ...given, role: 'guest', firstName: '' })
    expect(await listOf(firm)).toEqual([body])
  })

  it('is not for members (D115), and needs a seat: active and pending ones count (D116)', async () => {
    const firm = await organization(world, { maxUsers: 3 })
    const person = await member(world, firm.id)
    const known = await invite(firm, person.email)
    expect([known.status, known.body.code, known.body.message]).toEqual([
      409,
      'already_member',
      'This person is already a member.',
    ])
    expect((await invite(firm, address())).status).toBe(201)
    const full = await invite(firm, address())
    expect([full.status, full.body.code]).toEqual([409, 'seats_full'])
    expect(await listOf(firm)).toHaveLength(1)
  })

  it('takes the last seat once, however many are sent at the same moment', async () => {
    const firm = await organization(world, { maxUsers: 3 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => invite(firm, address())))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409, 409, 409, 409,
    ])
  })

  it('can be sent again with a new link, withdrawn, and expire, but never reopen (D114)', async () => {
    const firm = await organization(world)
    const email = address()
    const { id } = (await invite(firm, email)).body
    const { client } = firm.owner
    const old = await linkMailedTo(world, email)
    const resent = await client.call(invitations.resendInvitation, { params: { id }, query: {} })
    expect(resent).toMatchObject({ id, status: 'pending' })
    expect((await peek(old)).status).toBe(404)
    const fresh = await linkMailedTo(world, email)
    expect(await client.call(invitations.revokeInvitation, { params: { id }, query: {} })).toMatchObject({
      status: 'revoked',
    })
    expect((await peek(fresh)).body.code).toBe('invitation_revoked')
    for (const call of [invitations.revokeInvitation, invitations.resendInvitation]) {
      const reply = await client.try(call, { params: { id }, query: {} })
      expect([reply.status, reply.body.code]).toEqual([404, 'invitation_not_found'])
    }
    const late = (await invite(firm, email)).body
    expect(late.id).not.toBe(id)
    await world.sql("update organization_invitation set expires_at = now() - interval '1 second' where id = $1", [
      late.id,
    ])
    expect((await listOf(firm)).map(({ status }) => status)).toEqual(['expired', 'revoked'])
    expect((await peek(await linkMailedTo(world, email))).body.code).toBe('invitation_expired')
    expect((await client.try(invitations.resendInvitation, { params: { id: late.id }, query: {} })).status).toBe(404)
    expect((await invite(firm, email)).status).toBe(201)
  })

  it('of another organization is a 404', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const { id } = (await invite(firm, address())).body
    for (const call of [invitations.revokeInvitation, invitations.resendInvitation]) {
      expect((await other.owner.client.try(call, { params: { id }, query: {} })).status).toBe(404)
    }
    expect((await listOf(firm))[0]?.status).toBe('pending')
    expect(await listOf(other)).toEqual([])
  })

  it('of an organization that has not paid requires a confirmed address, and ten a day are allowed (D24, D130)', async () => {
    const firm = await organization(world, { maxUsers: 50 })
    await world.sql("update organization set subscription_status = 'inactive' where id = $1", [firm.id])
    const refused = await invite(firm, address())
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_confirmed'])
    await world.sql('update users set email_verified = true where id = $1', [firm.owner.id])
    world.clock.holdReal()
    const replies = []
    for (let i = 0; i < 11; i++) replies.push(await invite(firm, address()))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 201), 429])
    expect(replies[10]?.body.code).toBe('too_many_invitations')
  }, 40_000)
})

describe('invitations in bulk (S386, S387, D118)', () => {
  const bulk = (firm: TestOrganization, rows: object[], more: object = {}) =>
    firm.owner.client.try(bulkInvitations.bulkInvite, {
      query: {},
      body: { rows: rows as { email: string }[], ...more },
    })

  it('are checked row by row before any is sent, and sent all together', async () => {
    const firm = await organization(world, { maxUsers: 6 })
    const person = await member(world, firm.id)
    const [open, first, second] = [address(), address(), address()]
    await invite(firm, open)
    const rows = [
      { email: first, firstName: ' Ann ', lastName: 'Lee' },
      { email: 'no address' },
      { email: first.toUpperCase() },
      { email: person.email },
      { email: open },
      { email: second },
      { email: address(), firstName: 'x'.repeat(101) },
    ]
    const dry = await bulk(firm, rows, { batchName: 'Spring' })
    expect(dry.body).toMatchObject({ seatsLeft: 3, sentCount: 0, bulkInvitation: null })
    const states = ['valid', 'invalid', 'duplicate', 'member', 'invited', 'valid', 'invalid']
    expect(dry.body.rows.map(({ state }) => state)).toEqual(states)
    expect(dry.body.rows[0]).toEqual({ email: first, firstName: 'Ann', lastName: 'Lee', state: 'valid', message: null })
    expect(await listOf(firm)).toHaveLength(1)
    expect(await queuedMails(world, first)).toEqual([])

    const more = { note: 'See you on Monday.', userCategory: 'Employees', expiresInDays: 20 }
    const sent = await bulk(firm, rows, { batchName: 'Spring', ...more, dryRun: false })
    expect(sent.body).toMatchObject({
      seatsLeft: 1,
      sentCount: 2,
      bulkInvitation: { totalInvites: 2, pendingCount: 2 },
    })
    const stored = await world.sql(
      `select first_name, user_category, description, expires_at - created_at = interval '20 days' as is_open_as_asked
       from organization_invitation where organization_id = $1 and invitation_type = 'bulk' order by first_name desc`,
      [firm.id],
    )
    const common = { user_category: 'Employees', description: 'See you on Monday.', is_open_as_asked: true }
    expect(stored).toEqual([
      { first_name: 'Ann', ...common },
      { first_name: '', ...common },
    ])
    expect((await peek(await linkMailedTo(world, first))).body.invitation.title).toBe('Spring')
    const [batch] = await firm.owner.client.call(bulkInvitations.bulkInvitations, { query: {} })
    expect(batch).toMatchObject({ invitationType: 'email', batchName: 'Spring', acceptedCount: 0, expiredCount: 0 })
    const id = batch?.id ?? ''
    const old = await linkMailedTo(world, second)
    const resent = await firm.owner.client.call(bulkInvitations.resendBulkInvitation, { params: { id }, query: {} })
    expect(resent).toEqual({ sentCount: 2 })
    expect((await peek(old)).status).toBe(404)
    const revoked = await firm.owner.client.call(bulkInvitations.revokeBulkInvitation, { params: { id }, query: {} })
    expect(revoked).toMatchObject({ isActive: false, pendingCount: 0 })
    expect((await peek(await linkMailedTo(world, second))).body.code).toBe('invitation_revoked')
  })

  it('send nothing when the seats do not suffice, or nobody is left to invite', async () => {
    const firm = await organization(world, { maxUsers: 2 })
    const rows = [{ email: address() }, { email: address() }]
    expect((await bulk(firm, rows, { dryRun: false })).body.code).toBe('seats_full')
    expect((await bulk(firm, [{ email: firm.owner.email }], { dryRun: false })).body.code).toBe('nobody_to_invite')
    expect(await listOf(firm)).toEqual([])
    expect((await bulk(firm, [])).status).toBe(400)
    const many = Array.from({ length: 501 }, () => ({ email: 'a@b.de' }))
    expect((await bulk(firm, many)).status).toBe(400)
  })
})
