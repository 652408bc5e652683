import type { TestClient } from '../world/client.ts'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import * as joining from '#contract/organizations/joining.ts'
import { linkMailedTo, type TestOrganization } from './organizations.ts'
import { password } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** How people come to an organization: invitations, and what people do with the links. */

let count = 0

export const address = (domain = 'example.com') => `joiner${++count}.${process.pid}@${domain}`

/** Invites a person by mail. Returns the address and the secret of the link. */
export async function invited(world: World, firm: TestOrganization, email = address(), more: object = {}) {
  await firm.owner.client.call(invitations.inviteMember, { query: {}, body: { email, ...more } })
  return { email, secret: await linkMailedTo(world, email) }
}

/** Creates a link that five people may use by default. */
export async function sharedLink(firm: TestOrganization, more: object = {}): Promise<{ id: string; secret: string }> {
  const body = { maxUses: 5, ...more }
  const link = await firm.owner.client.call(bulkInvitations.createInvitationLink, { query: {}, body })
  return { id: link.id, secret: link.url.split('/join/')[1] ?? '' }
}

export const validate = (world: World, email: string, organizationId: number, inviteToken?: string) =>
  world.visitor().try(joining.validateOrganization, { body: { email, organizationId, inviteToken } })

/** Registers by a link. Returns with the browser that did. */
export async function complete(world: World, email: string, organizationId: number, inviteToken?: string, more = {}) {
  const client = world.visitor()
  const body = { email, organizationId, inviteToken, password, firstName: 'New', lastName: 'Person', ...more }
  return { ...(await client.try(joining.completeOrganizationRegistration, { body })), client }
}

export const accept = (client: TestClient, inviteToken: string) =>
  client.try(joining.acceptInvitation, { body: { inviteToken } })

export const peopleOf = (world: World, firm: TestOrganization) =>
  world.sql<{ user_id: string; role: string }>(
    'select user_id, role from organization_user where organization_id = $1 and user_id <> $2',
    [firm.id, firm.owner.id],
  )
