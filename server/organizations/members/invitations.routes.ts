import type { FastifyInstance } from 'fastify'
import * as bulkInvitations from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import * as invitations from '#contract/organizations/invitations.ts'
import { createLink, endBulkInvitation, listBulkInvitations } from './bulk-invitations.ts'
import { endInvitation, findInvitation, listInvitations, revokeBatch } from './invitations.ts'
import type { Membership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { inviteInBulk, resendBatch } from './bulk-inviting.ts'
import { inviteByMail, type Invitee, type Inviting, refuseUnpaid, resendInvitation } from './inviting.ts'
import { type Context, serve } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'
import { siteUrl } from '../../kernel/site-url.ts'

const dayMs = 24 * 60 * 60_000

type Asking = Pick<Context, 'at' | 'reply' | 'request' | 'write'> & { person: Person; member: Membership }

export function invitationRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  const inviting = ({ person, member, reply, request, at }: Asking): Inviting => ({
    person,
    member,
    site: siteUrl(services.config, request),
    at,
    askedAt: new Date(services.clock.real().getTime() - reply.elapsedTime),
  })
  /** Both calls do the same (D117). */
  const invite = async (asking: Asking & { body: Invitee; status(code: number): void }) => {
    const { invitation, isNew } = await asking.write((tx) => inviteByMail(tx, services, inviting(asking), asking.body))
    if (!isNew) asking.status(200)
    return invitation
  }

  serve(app, services, invitations, {
    inviteMember: invite,
    inviteToOrganization: invite,
    invitations: async ({ member, at }) => listInvitations(read, member.organizationId, at),
    invitationsOfOrganization: async ({ member, at }) => listInvitations(read, member.organizationId, at),

    resendInvitation: async ({ params, fail, ...asking }) => {
      const result = await asking.write((tx) =>
        resendInvitation(tx, services, inviting(asking), params.id, invitationLimits.mailDays),
      )
      if (!result) throw fail('invitation_not_found')
      return result.invitation
    },

    revokeInvitation: async ({ member, params, at, write, fail }) => {
      const { organizationId } = member
      const isRevoked = await write((tx) => endInvitation(tx, organizationId, params.id, 'revoked', at))
      const revoked = isRevoked ? await findInvitation(read, organizationId, params.id, at) : null
      if (!revoked) throw fail('invitation_not_found')
      return revoked
    },
  })
  bulkRoutes(app, services, inviting)
}

type ToInviting = (asking: Asking) => Inviting

function bulkRoutes(app: FastifyInstance, services: Services, inviting: ToInviting): void {
  const { read } = services.database
  serve(app, services, bulkInvitations, {
    bulkInvite: async ({ body, ...asking }) => {
      const { batchId, ...judged } = await asking.write((tx) => inviteInBulk(tx, services, inviting(asking), body))
      const { organizationId } = asking.member
      const [batch = null] = batchId === null ? [] : await listBulkInvitations(read, organizationId, asking.at, batchId)
      return { ...judged, bulkInvitation: batch }
    },

    createInvitationLink: async ({ body, ...asking }) => {
      const { person, member, at } = asking
      const { organizationId } = member
      const { note: description, expiresInDays, emailDomain, ...link } = body
      const expiresAt = new Date(at.getTime() + expiresInDays * dayMs)
      const domain = emailDomain ?? null
      const { id, secret } = await asking.write(async (tx) => {
        await refuseUnpaid(tx, services, inviting(asking), 0)
        const given = { ...link, description, emailDomain: domain, invitedBy: person.id, organizationId, expiresAt, at }
        return createLink(tx, given)
      })
      const [created] = await listBulkInvitations(read, organizationId, at, id)
      if (!created) throw new Error(`Link ${id} is gone`)
      return { ...created, url: `${inviting(asking).site}/join/${secret}` }
    },

    bulkInvitations: async ({ member, at }) => listBulkInvitations(read, member.organizationId, at),

    resendBulkInvitation: async ({ params, ...asking }) => {
      const sentCount = await asking.write((tx) =>
        resendBatch(tx, services, inviting(asking), params.id, invitationLimits.mailDays),
      )
      return { sentCount }
    },

    revokeBulkInvitation: async ({ member, params, at, write, fail }) => {
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
}
