import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, member, organization, queuedMails, tags } from '#tests/calls.ts'
import { address } from '../../../kit/organizations/joining.ts'

type Firm = kit.TestOrganization
const replaced = { status: 410, body: { code: 'invitation_replaced' } }

const world = await kit.sharedWorld()

const invite = (firm: Firm, email: string, more: object = {}) =>
  firm.owner.client.try(invitations.inviteMember, { query: {}, body: { email, ...more } })
const listOf = (firm: Firm) => firm.owner.client.call(invitations.invitations, { query: {} })
const peek = (secret: string) => world.visitor().try(invitationPage, { params: { uniqueLink: secret } })
const peekOf = async (email: string) => (await peek(await kit.linkMailedTo(world, email))).body

const given = { firstName: 'Ida', lastName: 'Ny', role: 'admin', userCategory: 'Clients', accessLevel: 'full' } as const
const note = 'See you on Monday.'

describe('an invitation by mail (D113-D117, S445, S569, S576)', () => {
  it('is stored with the defaults, mailed with its own link, and open for 14 days', async () => {
    const firm = await organization(world)
    const email = address()
    const reply = await invite(firm, email.toUpperCase())
    expect(reply.status).toBe(201)
    const defaults = { role: 'member', accessLevel: 'standard', userCategory: 'Members', invitationType: 'email' }
    const state = { status: 'pending', organizationId: firm.id, invitedBy: firm.owner.id, acceptedAt: null }
    expect(reply.body).toMatchObject({ email, ...defaults, ...state })
    const days = (new Date(reply.body.expiresAt).getTime() - Date.now()) / kit.dayMs
    expect(Math.abs(days - 14)).toBeLessThan(0.1)
    expect(await listOf(firm)).toEqual([reply.body])
    const secret = await kit.linkMailedTo(world, email)
    expect(secret).toHaveLength(43)
    const [row] = await world.sql('select * from organization_invitation where email = $1', [email])
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`token|${secret}`))
  })

  it('is renewed when sent again: same id, given fields, another link', tags('D115 D117'), async () => {
    const firm = await organization(world, { maxUsers: 2 })
    const email = address()
    const first = await invite(firm, email, { ...given, note })
    expect(first.body).toMatchObject(given)
    expect((await peekOf(email)).invitation.description).toBe(note)
    const old = await kit.linkMailedTo(world, email)
    const again = await invite(firm, email.toUpperCase())
    expect([again.status, again.body]).toMatchObject([200, { id: first.body.id, ...given }])
    expect(await peek(old)).toMatchObject(replaced)
    expect((await peek(await kit.linkMailedTo(world, email))).status).toBe(200)
    const { body } = await invite(firm, email, { role: 'guest', firstName: '' })
    expect(body).toMatchObject({ ...given, role: 'guest', firstName: '' })
    expect(await listOf(firm)).toEqual([body])
  })

  it('names nobody to an address that is not confirmed, and quotes no note', tags('D113 D193'), async () => {
    const firm = await organization(world)
    const [stranger, known] = [await kit.registered(world), await kit.registered(world)]
    await kit.confirmAddress(world, known)
    const lure = 'Claim your prize at https://evil.test/x'
    await world.sql('update organization set name = $2 where id = $1', [firm.id, `${lure} ${firm.id}`])
    for (const { email } of [stranger, known])
      await invite(firm, email, { firstName: lure, lastName: lure, note: lure })
    const [plain] = await queuedMails(world, stranger.email)
    expect(plain?.subject).toBe('You are invited to join an organization on Luna')
    expect(plain?.text).not.toContain('evil.test')
    const [mail] = await queuedMails(world, known.email)
    expect(mail?.subject).toBe(`You are invited to join ${lure} ${firm.id}`)
    expect(mail?.text).toContain(`Hello ${lure},`)
  })

  it('is mailed once when pressed three times at once', tags('D201'), async () => {
    const firm = await organization(world)
    const email = address()
    const replies = await Promise.all([1, 2, 3].map(() => invite(firm, email)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await queuedMails(world, email)).toHaveLength(1)
    expect((await peekOf(email)).organization.id).toBe(firm.id)
  })

  it('is not for members, and needs a seat, however many are sent at once', tags('D115 D116'), async () => {
    const firm = await organization(world, { maxUsers: 4 })
    const person = await member(world, firm.id)
    const known = { code: 'already_member', message: 'This person is already a member.' }
    await expectRefused(invitations.inviteMember, [firm.owner, { body: { email: person.email } }, 409, known])
    // Active and pending ones count.
    expect((await invite(firm, address())).status).toBe(201)
    const replies = await Promise.all(Array.from({ length: 8 }, () => invite(firm, address())))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status, body }) => status === 409 && body.code === 'seats_full')).toHaveLength(7)
    expect(await listOf(firm)).toHaveLength(2)
  })

  it('can be sent again, withdrawn, and expire, but never reopen', tags('D114'), async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const email = address()
    const { id } = (await invite(firm, email)).body
    const { client } = firm.owner
    const old = await kit.linkMailedTo(world, email)
    const changes = [invitations.revokeInvitation, invitations.resendInvitation]
    for (const call of changes)
      await expectRefused(call, [other.owner, { params: { id } }, 404, 'invitation_not_found'])
    const input = { params: { id }, query: {} }
    expect(await client.call(invitations.resendInvitation, input)).toMatchObject({ id, status: 'pending' })
    expect(await peek(old)).toMatchObject(replaced)
    expect(await client.call(invitations.revokeInvitation, input)).toMatchObject({ status: 'revoked' })
    expect((await peekOf(email)).code).toBe('invitation_revoked')
    for (const call of changes) await expectRefused(call, [client, input, 404, 'invitation_not_found'])
    const late = (await invite(firm, email)).body
    expect(late.id).not.toBe(id)
    const expire = "update organization_invitation set expires_at = now() - interval '1 second' where id = $1"
    await world.sql(expire, [late.id])
    expect((await listOf(firm)).map(({ status }) => status)).toEqual(['expired', 'revoked'])
    expect((await peekOf(email)).code).toBe('invitation_expired')
    const resent = { params: { id: late.id } }
    await expectRefused(invitations.resendInvitation, [client, resent, 404, 'invitation_not_found'])
    expect((await invite(firm, email)).status).toBe(201)
  })

  it('no organization sends an address more than five a day', tags('D193'), async () => {
    const [firm, email] = [await organization(world), address()]
    for (let i = 0; i < 5; i++) expect((await invite(firm, email)).status).toBeLessThan(300)
    const [one] = await listOf(firm)
    const resent = { params: { id: one?.id ?? '' }, query: {} }
    await expectRefused(invitations.inviteMember, [firm.owner, { body: { email } }, 429, 'too_many_invitations'])
    await expectRefused(invitations.resendInvitation, [firm.owner, resent, 429, 'too_many_invitations'])
    await firm.owner.client.call(invitations.revokeInvitation, resent)
    const list = { body: { rows: [{ email }, { email: address() }], batchName: 'A', dryRun: false } }
    await expectRefused(bulkInvitations.bulkInvite, [firm.owner, list, 429, 'too_many_invitations'])
  })

  it('an unpaid organization sends ten a day, from a confirmed address', tags('D24 D130'), async () => {
    const firm = await organization(world, { maxUsers: 50 })
    await kit.setStatus(world, firm, 'inactive')
    const input = { body: { email: address() } }
    await expectRefused(invitations.inviteMember, [firm.owner, input, 403, 'email_not_confirmed'])
    await world.sql('update users set email_verified = true where id = $1', [firm.owner.id])
    world.clock.holdReal()
    for (let i = 0; i < 10; i++) expect((await invite(firm, address())).status).toBe(201)
    await expectRefused(invitations.inviteMember, [firm.owner, input, 429, 'too_many_invitations'])
  })
})

describe('invitations in bulk (S386, S387, D118)', () => {
  const bulk = (firm: Firm, rows: { email: string }[], more: object = {}) =>
    firm.owner.client.try(bulkInvitations.bulkInvite, { query: {}, body: { rows, ...more } })

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
      { email: ' ', firstName: 'Bo' },
    ]
    const dry = (await bulk(firm, rows, { batchName: 'Spring' })).body
    expect(dry).toMatchObject({ seatsLeft: 3, sentCount: 0, bulkInvitation: null })
    const states = ['valid', 'invalid', 'duplicate', 'member', 'invited', 'valid', 'invalid', 'invalid']
    expect(dry.rows.map(({ state }) => state)).toEqual(states)
    expect(dry.rows[0]).toEqual({ email: first, firstName: 'Ann', lastName: 'Lee', state: 'valid', message: null })
    expect(dry.rows[7]?.message).toBe('This row has no email address.')
    expect(await listOf(firm)).toHaveLength(1)
    expect(await queuedMails(world, first)).toEqual([])

    const more = { note, userCategory: 'Employees', expiresInDays: 20 }
    const sent = (await bulk(firm, rows, { batchName: 'Spring', ...more, dryRun: false })).body
    const counts = { totalInvites: 2, pendingCount: 2 }
    expect(sent).toMatchObject({ seatsLeft: 1, sentCount: 2, bulkInvitation: counts })
    const stored = await world.sql(
      `select first_name, user_category, description, expires_at - created_at = interval '20 days' as is_open_as_asked
       from organization_invitation where organization_id = $1 and invitation_type = 'bulk' order by first_name desc`,
      [firm.id],
    )
    const common = { user_category: 'Employees', description: note, is_open_as_asked: true }
    expect(stored).toEqual(['Ann', ''].map((name) => ({ first_name: name, ...common })))
    expect((await peekOf(first)).invitation.title).toBe('Spring')
    const { client } = firm.owner
    const [batch] = await client.call(bulkInvitations.bulkInvitations, { query: {} })
    expect(batch).toMatchObject({ invitationType: 'email', batchName: 'Spring', acceptedCount: 0, expiredCount: 0 })
    const input = { params: { id: batch?.id ?? '' }, query: {} }
    const old = await kit.linkMailedTo(world, second)
    expect(await client.call(bulkInvitations.resendBulkInvitation, input)).toEqual({ sentCount: 2 })
    expect(await peek(old)).toMatchObject(replaced)
    const revoked = await client.call(bulkInvitations.revokeBulkInvitation, input)
    expect(revoked).toMatchObject({ isActive: false, pendingCount: 0 })
    expect((await peekOf(second)).code).toBe('invitation_revoked')
  })

  it('send nothing when the seats do not suffice, or nobody is left to invite', async () => {
    const firm = await organization(world, { maxUsers: 2 })
    const many = Array.from({ length: 501 }, () => ({ email: 'a@b.de' }))
    for (const [rows, status, problem] of [
      [[{ email: address() }, { email: address() }], 409, 'seats_full'],
      [[{ email: firm.owner.email }], 409, 'nobody_to_invite'],
      [[], 400, { field: 'rows' }],
      [many, 400, { field: 'rows' }],
    ] as const)
      await expectRefused(bulkInvitations.bulkInvite, [firm.owner, { body: { rows, dryRun: false } }, status, problem])
    expect(await listOf(firm)).toEqual([])
  })
})
