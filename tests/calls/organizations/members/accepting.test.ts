import * as invitations from '#contract/organizations/invitations.ts'
import * as joining from '#contract/organizations/joining.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { describe, expect, it, organization, registered, sharedWorld } from '#tests/calls.ts'
import { accept, invited, peopleOf } from '../../../kit/organizations/joining.ts'

const world = await sharedWorld()

describe('accepting while signed in (D111, D115)', () => {
  it('joins, works in the organization from then on, and succeeds only once', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { secret } = await invited(world, firm, person.email, { role: 'admin' })
    expect((await accept(world.visitor(), secret)).status).toBe(401)
    expect((await accept(person.client, secret)).body).toMatchObject({ organizationId: firm.id, role: 'admin' })
    const context = await person.client.call(organizations.userOrganization)
    expect(context).toMatchObject({ isMember: true, organization: { id: firm.id }, role: 'admin' })
    expect((await accept(person.client, secret)).body.code).toBe('invitation_used')
  })

  it('is only for the invited address, which others see masked', async () => {
    const firm = await organization(world)
    const { email, secret } = await invited(world, firm)
    const other = await registered(world)
    const reply = await accept(other.client, secret)
    expect([reply.status, reply.body.code]).toEqual([403, 'wrong_account'])
    expect(reply.body).toMatchObject({ maskedEmail: `j***@${email.split('@')[1]}` })
    expect(JSON.stringify(reply.body)).not.toContain(email)
    expect(await peopleOf(world, firm)).toEqual([])
  })

  it('can be declined by the person who has the mail', async () => {
    const firm = await organization(world)
    const { secret } = await invited(world, firm)
    await world.visitor().call(joining.declineInvitation, { body: { inviteToken: secret } })
    const again = await world.visitor().try(joining.declineInvitation, { body: { inviteToken: secret } })
    expect([again.status, again.body.code]).toEqual([410, 'invitation_declined'])
    expect((await firm.owner.client.call(invitations.invitations, { query: {} }))[0]?.status).toBe('declined')
  })

  it('is not possible in an organization that has ended', async () => {
    const firm = await organization(world)
    const person = await registered(world)
    const { secret } = await invited(world, firm, person.email)
    await world.sql('update organization set is_active = false where id = $1', [firm.id])
    expect((await accept(person.client, secret)).body.code).toBe('organization_inactive')
  })
})
