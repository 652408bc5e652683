import { currentUser } from '#contract/identity/current-user.ts'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import * as joining from '#contract/organizations/joining.ts'
import { describe, expect, it, openWorld, ownWorld, queuedMails, registered, type TestClient } from '#tests/calls.ts'
import { linkMailedTo, organization } from '../../../kit/organizations/organizations.ts'
import {
  accept,
  address,
  complete,
  invited,
  peopleOf,
  sharedLink,
  validate,
} from '../../../kit/organizations/joining.ts'

const world = await ownWorld()

describe('/join/{uniqueLink} (D112, D113, S462, S556)', () => {
  it('shows what a person is invited to, as JSON at both addresses and as the page to a browser', async () => {
    const firm = await organization(world)
    await world.sql("update organization set industry = 'consulting' where id = $1", [firm.id])
    const { email, secret } = await invited(world, firm)
    const told = await world.visitor().call(joining.invitationPage, { params: { uniqueLink: secret } })
    const [row] = await world.sql<{ name: string }>('select name from organization where id = $1', [firm.id])
    expect(told).toMatchObject({
      organization: { id: firm.id, name: row?.name, industry: 'consulting' },
      invitation: {
        title: `Join ${row?.name}`,
        description: `You have been invited to use the AI agents of ${row?.name}.`,
        isShared: false,
        maskedEmail: `j***@${email.split('@')[1]}`,
      },
    })
    const ask = (accept: string) => world.visitor().request('GET', `/join/${secret}`, undefined, { accept })
    const json = await ask('application/json, text/plain, */*')
    expect(json.body).toEqual(told)
    for (const reply of [json, await ask('text/html,application/xhtml+xml,application/json;q=0.9')]) {
      expect(reply.status).toBe(200)
      expect(reply.headers.get('vary')).toMatch(/\baccept\b(?!-)/)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await ask('text/html')).headers.get('content-type')).toContain('text/html')
    const unknown = await world.visitor().request('GET', '/join/bad', undefined, { accept: 'application/json' })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'This invitation link is invalid or has expired.'])
  })

  it('of a link that has ended is 410 with a reason', async () => {
    const firm = await organization(world)
    const { id, secret } = await sharedLink(firm, { maxUses: 1, batchName: 'Open day', note: 'Come in.' })
    const peek = () => world.visitor().try(joining.invitationPage, { params: { uniqueLink: secret } })
    expect((await peek()).body.invitation).toMatchObject({ title: 'Open day', description: 'Come in.', isShared: true })
    await world.sql('update bulk_invitation set current_uses = 1 where id = $1', [id])
    expect([(await peek()).status, (await peek()).body.code]).toEqual([410, 'invitation_used'])
    await world.sql("update bulk_invitation set expires_at = now() - interval '1 minute' where id = $1", [id])
    expect((await peek()).body.code).toBe('invitation_expired')
    await firm.owner.client.call(bulkInvitations.revokeBulkInvitation, { params: { id }, query: {} })
    expect((await peek()).body.code).toBe('invitation_revoked')
  })
})

describe('a link that was used (D112)', () => {
  it('leads its member to the organization, and reveals it to nobody else', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { secret } = await invited(world, firm, person.email)
    await accept(person.client, secret)
    const peek = async (client: TestClient) => {
      const { status, body } = await client.request('GET', `/api/join/${secret}`)
      return [status, body.code, body.organizationId]
    }
    expect(await peek(person.client)).toEqual([410, 'invitation_used', firm.id])
    expect(await peek(world.visitor())).toEqual([410, 'invitation_used', undefined])
    expect(await peek((await registered(world)).client)).toEqual([410, 'invitation_used', undefined])
  })
})

describe('validate-organization (D110 [S], S557)', () => {
  it('opens with the link for its address and organization, and with nothing else', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const { email, secret } = await invited(world, firm, address(), { firstName: 'Ida', lastName: 'Ny' })
    const ok = await validate(world, email, firm.id, secret)
    expect(ok.body).toMatchObject({ valid: true, firstName: 'Ida', lastName: 'Ny' })
    expect(ok.body.organizationName).toMatch(/^Firm /)
    const tries = [
      await validate(world, address(), firm.id, secret),
      await validate(world, email, other.id, secret),
      await validate(world, email, firm.id, 'x'.repeat(43)),
    ]
    for (const reply of tries) {
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        400,
        'invalid_invitation',
        'Invalid organization ID or no pending invitation found',
      ])
    }
    expect((await validate(world, 'no address', firm.id)).body.field).toBe('email')
    expect((await validate(world, email, 1.5)).body.field).toBe('organizationId')
  })

  it('gives everybody the same answer without a link, and mails one to invited addresses', async () => {
    const firm = await organization(world)
    const { email, secret: old } = await invited(world, firm)
    const stranger = address()
    const [known, unknown] = [await validate(world, email, firm.id), await validate(world, stranger, firm.id)]
    expect(known.body).toEqual(unknown.body)
    expect(known.body).toEqual({
      valid: false,
      message: 'If an invitation for this e-mail exists, we have sent you a link. Please open it to continue.',
    })
    const fresh = await linkMailedTo(world, email)
    expect(fresh).not.toBe(old)
    expect((await validate(world, email, firm.id, fresh)).body.valid).toBe(true)
    expect(await queuedMails(world, stranger)).toEqual([])
  })

  it('is limited to five in 15 minutes for one address from one place', async () => {
    const strict = await openWorld({ RATE_LIMIT_FACTOR: '1' })
    strict.clock.holdReal()
    try {
      const client = strict.visitor()
      const ask = () =>
        client.try(joining.validateOrganization, { body: { email: 'a@example.com', organizationId: 1 } })
      const replies = []
      for (let i = 0; i < 6; i++) replies.push(await ask())
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
      expect(replies[5]?.headers.get('retry-after')).toMatch(/^\d+$/)
    } finally {
      await strict.close()
    }
  }, 40_000)
})

describe('complete-organization-registration (D111 [S], S558)', () => {
  it('creates account, membership and acceptance at once, and signs the person in to the organization', async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm, address(), {
      firstName: 'Ida',
      lastName: 'Ny',
      accessLevel: 'full',
    })
    const reply = await complete(world, email, firm.id, secret, { firstName: '', lastName: '' })
    expect([reply.status, reply.body.success]).toEqual([201, true])
    expect(await reply.client.call(currentUser)).toMatchObject({
      email,
      firstName: 'Ida',
      lastName: 'Ny',
      emailVerified: true,
      role: 'user',
      hasAccess: true,
      organizationId: firm.id,
      organizationRole: 'member',
    })
    const [row] = await world.sql(
      'select status, accepted_at is not null as accepted from organization_invitation where email = $1',
      [email],
    )
    expect(row).toEqual({ status: 'accepted', accepted: true })
    const again = await complete(world, email, firm.id, secret)
    expect([again.status, again.body.code]).toEqual([400, 'invalid_invitation'])
  })

  it.each([
    ['without a link', () => undefined],
    ['with a guessed link', () => 'A'.repeat(43)],
  ])('is refused %s, and creates nobody (D110)', async (_how, token) => {
    const firm = await organization(world)
    const { email } = await invited(world, firm)
    const reply = await complete(world, email, firm.id, token())
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_invitation'])
    expect(await world.sql('select id from users where email = $1', [email])).toEqual([])
    expect((await reply.client.try(currentUser)).status).toBe(401)
  })

  it('changes nothing of an existing account', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { secret } = await invited(world, firm, person.email)
    const before = await world.sql('select * from users where id = $1', [person.id])
    const reply = await complete(world, person.email, firm.id, secret, { password: 'another-password-9' })
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      409,
      'account_exists',
      'Please sign in to accept this invitation.',
    ])
    expect(await world.sql('select * from users where id = $1', [person.id])).toEqual(before)
    expect(await peopleOf(world, firm)).toEqual([])
  })

  it('requires names where the invitation has none (D117), and a strong password (D11)', async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm)
    const nameless = await complete(world, email, firm.id, secret, { firstName: ' ', lastName: '' })
    expect([nameless.status, nameless.body.field, nameless.body.message]).toEqual([
      400,
      'firstName',
      'First name is required',
    ])
    expect((await complete(world, email, firm.id, secret, { lastName: '' })).body.message).toBe('Last name is required')
    const short = await complete(world, email, firm.id, secret, { password: 'short' })
    expect([short.status, short.body.message]).toEqual([400, 'Password must be at least 8 characters long'])
    expect((await complete(world, email, firm.id, secret, { password: 'password1' })).body.code).toBe('common_password')
  })
})
