import { currentUser } from '#contract/identity/current-user.ts'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import * as contract from '#contract/organizations/joining.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, expectWrong, it, organization, registered, tags } from '#tests/calls.ts'
import * as joining from '../../../kit/organizations/joining.ts'

const { accept, address, complete, invited, peopleOf, sharedLink, validate } = joining

const world = await kit.sharedWorld()

describe('/join/{uniqueLink}', tags('D112 D113 D197 S462 S556'), () => {
  it('shows what a person is invited to, as JSON and as a page', async () => {
    const firm = await organization(world)
    const { id, name } = firm
    await world.sql("update organization set industry = 'consulting' where id = $1", [id])
    const { email, secret } = await invited(world, firm)
    const told = await world.visitor().call(contract.invitationPage, { params: { uniqueLink: secret } })
    const maskedEmail = `j***@${email.split('@')[1]}`
    const description = `You have been invited to use the AI agents of ${name}.`
    expect(told).toMatchObject({
      organization: { id, name, industry: 'consulting' },
      invitation: { title: `Join ${name}`, description, isShared: false, maskedEmail },
    })
    // The visitor who has the link sees whom it is for; another account does not.
    expect(told.invitation.invited).toEqual({ email, firstName: '', lastName: '' })
    const { client } = await registered(world)
    const masked = await client.call(contract.invitationPage, { params: { uniqueLink: secret } })
    expect(masked.invitation).toMatchObject({ maskedEmail, invited: null })
    expect(JSON.stringify(masked)).not.toContain(email)
    const ask = (accept: string) => world.visitor().request('GET', `/join/${secret}`, undefined, { accept })
    const json = await ask('application/json, text/plain, */*')
    expect(json.body).toEqual(told)
    for (const { status, headers } of [json, await ask('text/html,application/xhtml+xml,application/json;q=0.9')]) {
      const names = ['cache-control', 'referrer-policy']
      expect([status, ...names.map((name) => headers.get(name))]).toEqual([200, 'no-store', 'no-referrer'])
      expect(headers.get('vary')).toMatch(/\baccept\b(?!-)/)
    }
    expect((await ask('text/html')).headers.get('content-type')).toContain('text/html')
    const unknown = await world.visitor().request('GET', '/join/bad', undefined, { accept: 'application/json' })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'This invitation link is invalid or has expired.'])
  })

  it('of a link that has ended is 410 with a reason', async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { maxUses: 1, batchName: 'Open day', note: 'Come in.' })
    const input = { params: { uniqueLink: secret } }
    const { invitation } = await world.visitor().call(contract.invitationPage, input)
    expect(invitation).toMatchObject({ title: 'Open day', description: 'Come in.', isShared: true, invited: null })
    const expectEnded = (code: string) => expectRefused(contract.invitationPage, [world.visitor(), input, 410, code])
    await world.sql('update bulk_invitation set current_uses = 1 where id = $1', [id])
    await expectEnded('invitation_used')
    await world.sql("update bulk_invitation set expires_at = now() - interval '1 minute' where id = $1", [id])
    await expectEnded('invitation_expired')
    await firm.owner.client.call(bulkInvitations.revokeBulkInvitation, { params: { id }, query: {} })
    await expectEnded('invitation_revoked')
  })
})

describe('accepting while signed in (D111, D112, D115)', () => {
  it('joins the invited address once; the used link is a secret to others', async () => {
    const firm = await organization(world)
    const [person, other] = [await registered(world), await registered(world)]
    const { email, secret } = await invited(world, firm, person.email, { role: 'admin' })
    const refused = await accept(other.client, secret)
    const maskedEmail = `${email[0]}***@${email.split('@')[1]}`
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_account', maskedEmail } })
    expect(JSON.stringify(refused.body)).not.toContain(email)
    const setActive = (isActive: boolean) =>
      world.sql('update organization set is_active = $2 where id = $1', [firm.id, isActive])
    await setActive(false)
    expect((await accept(person.client, secret)).body.code).toBe('organization_inactive')
    expect(await peopleOf(world, firm)).toEqual([])
    await setActive(true)
    expect((await accept(person.client, secret)).body).toMatchObject({ organizationId: firm.id, role: 'admin' })
    const context = { isMember: true, organization: { id: firm.id }, role: 'admin' }
    expect(await person.client.call(userOrganization)).toMatchObject(context)
    expect((await accept(person.client, secret)).body.code).toBe('invitation_used')
    const peek = async (client: kit.TestClient) => {
      const { status, body } = await client.request('GET', `/api/join/${secret}`)
      return [status, body.code, body.organizationId]
    }
    expect(await peek(person.client)).toEqual([410, 'invitation_used', firm.id])
    for (const client of [world.visitor(), other.client])
      expect(await peek(client)).toEqual([410, 'invitation_used', undefined])
  })

  it('can be declined by the person who has the mail', async () => {
    const firm = await organization(world)
    const { secret } = await invited(world, firm)
    const input = { body: { inviteToken: secret } }
    await world.visitor().call(contract.declineInvitation, input)
    await expectRefused(contract.declineInvitation, [world.visitor(), input, 410, 'invitation_declined'])
    expect((await firm.owner.client.call(invitations, { query: {} }))[0]?.status).toBe('declined')
  })
})

it('an invitation opens with its link, address and organization alone', tags('D110 S557'), async () => {
  const [firm, other] = [await organization(world), await organization(world)]
  const { email, secret } = await invited(world, firm, address(), { firstName: 'Ida', lastName: 'Ny' })
  const ok = { valid: true, firstName: 'Ida', lastName: 'Ny', organizationName: firm.name }
  expect((await validate(world, email, firm.id, secret)).body).toMatchObject(ok)
  const invalid = { code: 'invalid_invitation', message: expect.stringContaining('no pending invitation found') }
  for (const [more, problem] of [
    [{ email: address() }, invalid],
    [{ organizationId: other.id }, invalid],
    [{ inviteToken: 'x'.repeat(43) }, invalid],
    [{ email: 'no address' }, { field: 'email' }],
    [{ organizationId: 1.5 }, { field: 'organizationId' }],
  ] as [object, object][]) {
    const body = { email, organizationId: firm.id, inviteToken: secret, ...more }
    await expectRefused(contract.validateOrganization, [world.visitor(), { body }, 400, problem])
  }
  // Without a link everybody gets the same answer, and the invited another link.
  const stranger = address()
  const message = 'If an invitation for this e-mail exists, we have sent you a link. Please open it to continue.'
  for (const who of [email, stranger])
    expect((await validate(world, who, firm.id)).body).toEqual({ valid: false, message })
  const fresh = await kit.linkMailedTo(world, email)
  expect(fresh).not.toBe(secret)
  expect((await validate(world, email, firm.id, fresh)).body.valid).toBe(true)
  expect(await kit.queuedMails(world, stranger)).toEqual([])
})

describe('complete-organization-registration (D111 [S], S558)', () => {
  it('creates account and membership at once, and signs the person in', tags('S440'), async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm, address(), { firstName: 'Ida', lastName: 'Ny' })
    const reply = await complete(world, email, firm.id, secret, { firstName: '', lastName: '' })
    expect([reply.status, reply.body.success]).toEqual([201, true])
    const person = { email, firstName: 'Ida', lastName: 'Ny', emailVerified: true, role: 'user', hasAccess: true }
    const place = { organizationId: firm.id, organizationRole: 'member' }
    expect(await reply.client.call(currentUser)).toMatchObject({ ...person, ...place })
    const [row] = await world.sql(
      `select status, accepted_at is not null as accepted, member.role, member.access_level, member.user_category,
         member.invited_by, joined_at >= invited_at as is_invited_first, member.is_active
       from organization_user as member join users on users.id = user_id
       join organization_invitation as invitation using (email) where email = $1`,
      [email],
    )
    const defaults = { role: 'member', access_level: 'standard', user_category: 'Members', is_active: true }
    const invitation = { status: 'accepted', accepted: true, invited_by: firm.owner.id, is_invited_first: true }
    expect(row).toEqual({ ...defaults, ...invitation })
    const again = { status: 400, body: { code: 'invalid_invitation' } }
    expect(await complete(world, email, firm.id, secret)).toMatchObject(again)
  })

  it('changes nothing of an existing account', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { secret } = await invited(world, firm, person.email)
    const rows = () => world.sql('select * from users where id = $1', [person.id])
    const before = await rows()
    const reply = await complete(world, person.email, firm.id, secret, { password: 'another-password-9' })
    const problem = { code: 'account_exists', message: 'Please sign in to accept this invitation.' }
    expect(reply).toMatchObject({ status: 409, body: problem })
    expect([await rows(), await peopleOf(world, firm)]).toEqual([before, []])
  })

  it('requires the link, names where there are none, and a strong password', tags('D110 D117 D11'), async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm)
    for (const [more, problem, token = secret] of [
      [{ firstName: ' ', lastName: '' }, 'First name is required'],
      [{ lastName: '' }, 'Last name is required'],
      [{ password: 'short' }, 'Password must be at least 8 characters long'],
      [{ password: 'password1' }, 'common_password'],
      [{}, 'invalid_invitation', 'A'.repeat(43)],
      [{ inviteToken: undefined }, 'invalid_invitation'],
    ] as [object, string, string?][]) {
      const { status, body, client } = await complete(world, email, firm.id, token, more)
      expect([status, [body.code, body.message]]).toEqual([400, expect.arrayContaining([problem])])
      expect((await client.try(currentUser)).status).toBe(401)
    }
    expect(await world.sql('select id from users where email = $1', [email])).toEqual([])
  })
})

// Lets this many people accept a link at once. Returns the codes of the refusals.
async function crowd(count: number, secret: string): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => registered(world)))
  const replies = await Promise.all(people.map(({ client }) => accept(client, secret)))
  return replies.flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${body.code}`]))
}

describe('a shared link [S]', tags('D119'), () => {
  it('admits as many people as it allows, under a lock; each account counts once', async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { maxUses: 3, role: 'guest', userCategory: 'Clients' })
    expect(await crowd(6, secret)).toEqual(Array.from({ length: 3 }, () => '410 invitation_used'))
    expect((await peopleOf(world, firm)).map(({ role }) => role)).toEqual(['guest', 'guest', 'guest'])
    const [link] = await firm.owner.client.call(bulkInvitations.bulkInvitations, { query: {} })
    expect(link).toMatchObject({ id, currentUses: 3, maxUses: 3, acceptedCount: 3 })
  })

  it('creates no admin, has 1 to 1,000 uses and lasts at most 90 days', async () => {
    const { owner } = await organization(world)
    const body = { maxUses: 1000, emailDomain: '@Example.com' }
    const wrong = { role: ['admin'], maxUses: [0, 1001], expiresInDays: [91], emailDomain: ['nodot'] }
    await expectWrong(bulkInvitations.createInvitationLink, owner, { body }, wrong)
    const { emailDomain } = await owner.client.call(bulkInvitations.createInvitationLink, { query: {}, body })
    expect(emailDomain).toBe('example.com')
  })

  it('opens registration for any address that its rules allow', async () => {
    const firm = await organization(world)
    const { secret } = await sharedLink(firm)
    const email = address()
    expect((await validate(world, email, firm.id, secret)).body.valid).toBe(true)
    const { client } = await complete(world, email, firm.id, secret)
    expect(await client.call(currentUser)).toMatchObject({ emailVerified: false, organizationId: firm.id })
    expect(await kit.mailedSubjects(world, email)).toContain('Confirm your email address')
  })

  it('for a domain requires a confirmed address there', async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { emailDomain: 'corp.example' })
    expect((await validate(world, address(), firm.id, secret)).body.code).toBe('invalid_invitation')
    const email = address('corp.example')
    expect((await validate(world, email, firm.id, secret)).body.valid).toBe(false)
    expect((await complete(world, email, firm.id, secret)).body.code).toBe('invalid_invitation')
    const own = await kit.linkMailedTo(world, email)
    expect((await validate(world, email, firm.id, own)).body.valid).toBe(true)
    // It is not an invitation by name: it holds no seat and is in no list.
    expect(await firm.owner.client.call(invitations, { query: {} })).toEqual([])
    expect((await complete(world, email, firm.id, own)).status).toBe(201)
    const uses = await world.sql('select current_uses from bulk_invitation where id = $1', [id])
    expect(uses).toEqual([{ current_uses: 1 }])

    const person = await registered(world, { email: address('corp.example') })
    expect((await accept(person.client, secret)).body.code).toBe('email_not_confirmed')
    await world.sql('update users set email_verified = true where id = $1', [person.id])
    expect((await accept(person.client, secret)).status).toBe(200)
    expect(await crowd(1, secret)).toEqual(['403 domain_not_allowed'])
  })

  it('gives the last seats away once, and notifies the admins once', tags('D116'), async () => {
    const firm = await organization(world, { maxUsers: 4 })
    await invited(world, firm)
    const { secret } = await sharedLink(firm, { maxUses: 100 })
    expect(await crowd(8, secret)).toEqual(Array.from({ length: 6 }, () => '409 seats_full'))
    expect(await peopleOf(world, firm)).toHaveLength(2)
    const email = address()
    const full = { code: 'seats_full', message: 'All seats are taken. We have told the admin.' }
    expect(await complete(world, email, firm.id, secret)).toMatchObject({ status: 409, body: full })
    expect(await world.sql('select from users where email = $1', [email])).toEqual([])
    const subjects = await kit.mailedSubjects(world, firm.owner.email)
    expect(subjects.filter((subject) => subject.startsWith('All seats'))).toHaveLength(1)
  })

  it('does not restore a person whom an admin has switched off', async () => {
    const firm = await organization(world)
    const person = await kit.member(world, firm.id)
    await world.sql('update organization_user set is_active = false where user_id = $1', [person.id])
    const { secret } = await sharedLink(firm)
    expect((await accept(person.client, secret)).body.code).toBe('membership_ended')
    const named = await invited(world, firm, person.email)
    expect((await accept(person.client, named.secret)).status).toBe(200)
  })
})
