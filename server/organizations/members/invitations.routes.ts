import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import { createLink, endBulkInvitation, listBulkInvitations } from './bulk-invitations.ts'
import { endInvitation, findInvitation, listInvitations, revokeBatch } from './invitations.ts'
import type { Membership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { inviteInBulk, resendBatch } from './bulk-inviting.ts'
import { inviteByMail, type Invitee, type Inviting, refuseUnpaid, resendInvitation } from './inviting.ts'
import { type Context, routes } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'
import { siteUrl } from '../../kernel/site-url.ts'

const dayMs = 24 * 60 * 60_000

type Asking = Pick<Context, 'at' | 'reply' | 'request' | 'write'> & {
  services: Services
  person: Person
  member: Membership
}

function inviting({ services, person, member, reply, request, at }: Asking): Inviting {
  const askedAt = new Date(services.clock.real().getTime() - reply.elapsedTime)
  return { person, member, site: siteUrl(services.config, request), at, askedAt }
}

/** Both calls do the same (D117). */
async function invite(asking: Asking & { body: Invitee; status(code: number): void }) {
  const { services, body, write } = asking
  const { invitation, isNew } = await write((tx) => inviteByMail(tx, services, inviting(asking), body))
  if (!isNew) asking.status(200)
  return invitation
}

export const invitationRoutes = routes<typeof invitations, Services>(invitations, {
  inviteMember: (context) => invite(context),
  inviteToOrganization: (context) => invite(context),
  invitations: async ({ read, member, at }) => listInvitations(read, member.organizationId, at),
  invitationsOfOrganization: async ({ read, member, at }) => listInvitations(read, member.organizationId, at),

  resendInvitation: async (asking) => {
    const { services, params, write, fail } = asking
    const result = await write((tx) =>
      resendInvitation(tx, services, inviting(asking), params.id, invitationLimits.mailDays),
    )
    if (!result) throw fail('invitation_not_found')
    return result.invitation
  },

  revokeInvitation: async ({ read, member, params, at, write, fail }) => {
    const { organizationId } = member
    const isRevoked = await write((tx) => endInvitation(tx, organizationId, params.id, 'revoked', at))
    const revoked = isRevoked ? await findInvitation(read, organizationId, params.id, at) : null
    if (!revoked) throw fail('invitation_not_found')
    return revoked
  },
})

export const bulkInvitationRoutes = routes<typeof bulkInvitations, Services>(bulkInvitations, {
  bulkInvite: async (asking) => {
    const { read, services, body, write } = asking
    const { batchId, ...judged } = await write((tx) => inviteInBulk(tx, services, inviting(asking), body))
    const { organizationId } = asking.member
    const [batch = null] = batchId === null ? [] : await listBulkInvitations(read, organizationId, asking.at, batchId)
    return { ...judged, bulkInvitation: batch }
  },

  createInvitationLink: async (asking) => {
    const { read, services, person, member, body, at, write } = asking
    const { organizationId } = member
    const { note: description, expiresInDays, emailDomain, ...link } = body
    const expiresAt = new Date(at.getTime() + expiresInDays * dayMs)
    const domain = emailDomain ?? null
    const { id, secret } = await write(async (tx) => {
      await refuseUnpaid(tx, services, inviting(asking), 0)
      const given = { ...link, description, emailDomain: domain, invitedBy: person.id, organizationId, expiresAt, at }
      return createLink(tx, given)
    })
    const [created] = await listBulkInvitations(read, organizationId, at, id)
    if (!created) throw new Error(`Link ${id} is gone`)
    return { ...created, url: `${inviting(asking).site}/join/${secret}` }
  },

  bulkInvitations: async ({ read, member, at }) => listBulkInvitations(read, member.organizationId, at),

  resendBulkInvitation: async (asking) => {
    const { services, params, write } = asking
    const sentCount = await write((tx) =>
      resendBatch(tx, services, inviting(asking), params.id, invitationLimits.mailDays),
    )
    return { sentCount }
  },

  revokeBulkInvitation: async ({ read, member, params, at, write, fail }) => {
    const { organizationId } = member
    await write(async (tx) => {
      if (!(await endBulkInvitation(tx, organizationId, params.id, at))) throw fail('bulk_invitation_not_found')
      await revokeBatch(tx, organizationId, params.id, at)
    })
    const [ended] = await listBulkInvitations(read, organizationId, at, params.id)
    if (!ended) throw fail('bulk_invitation_not_found')
    return ended
  },
})
