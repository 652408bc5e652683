import { currentUser } from '#contract/identity/current-user.ts'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import * as kit from '#tests/calls.ts'
import * as joining from '../../../kit/organizations/joining.ts'

const { describe, expect, expectRefused, it, organization, registered, tags } = kit
const { accept, address, complete, peopleOf, sharedLink, validate } = joining

const world = await kit.sharedWorld()

/** Lets this many people accept a link at once. Returns the codes of the refusals. */
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
    for (const [more, field] of [
      [{ role: 'admin' }, 'role'],
      [{ maxUses: 0 }, 'maxUses'],
      [{ maxUses: 1001 }, 'maxUses'],
      [{ expiresInDays: 91 }, 'expiresInDays'],
      [{ emailDomain: 'nodot' }, 'emailDomain'],
    ] as const) {
      const input = { body: { maxUses: 5, ...more } }
      await expectRefused(bulkInvitations.createInvitationLink, [owner, input, 400, { field }])
    }
    const input = { query: {}, body: { maxUses: 1000, emailDomain: '@Example.com' } }
    const { emailDomain } = await owner.client.call(bulkInvitations.createInvitationLink, input)
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

  it("for a domain requires a confirmed address there: by mail, or the account's own", async () => {
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

  it('gives the last seats away once, creates no account without one, and notifies the admins once (D116)', async () => {
    const firm = await organization(world, { maxUsers: 4 })
    await joining.invited(world, firm)
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
    const named = await joining.invited(world, firm, person.email)
    expect((await accept(person.client, named.secret)).status).toBe(200)
  })
})
