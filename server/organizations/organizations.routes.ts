import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import * as organizations from '#contract/organizations/organizations.ts'
import { findMembership, listMemberships, type Membership } from '../identity/memberships.ts'
import { mayWorkPersonally } from '../identity/policies.ts'
import { chooseContext, listContexts, rememberContext } from '../identity/contexts.ts'
import { touchMember } from './members/members.ts'
import type { Person } from '../identity/users.ts'
import { leaveOrganization } from './members/leaving.flow.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { setContext } from '../kernel/session.ts'

export function organizationRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database

  /** Returns the person's context, and the others that they could choose. */
  async function describeContext(
    person: Person,
    membership: Membership | null,
  ): Promise<z.input<typeof organizations.userOrganization.answer>> {
    const memberships = await listMemberships(read, person.id)
    return {
      isMember: membership !== null,
      organization: membership && { ...membership, id: membership.organizationId },
      role: membership?.role ?? null,
      memberships,
      offersPersonal: mayWorkPersonally(person, memberships),
    }
  }

  serve(app, services, organizations, {
    userOrganization: async ({ person, membership }) => describeContext(person, membership),

    switchOrganization: async ({ person, body: { organizationId }, at, write, request, fail }) => {
      const membership = organizationId === null ? null : await findMembership(read, person.id, organizationId, false)
      if (organizationId !== null && !membership) throw fail('organization_not_found', { field: 'organizationId' })
      if (organizationId === null && !mayWorkPersonally(person, await listMemberships(read, person.id))) {
        throw fail('no_personal_context', { field: 'organizationId' })
      }
      await write(async (tx) => {
        await rememberContext(tx, person.id, organizationId, at)
        if (organizationId !== null) await touchMember(tx, organizationId, person.id, at)
      })
      await setContext(request, organizationId)
      return describeContext(person, membership)
    },

    leaveOrganization: async ({ person, membership, member, at, request }) => {
      const { organizationId } = member
      await leaveOrganization(services, organizationId, person.id)
      if (membership?.organizationId !== organizationId) return describeContext(person, membership)
      const next = chooseContext(person, await listContexts(read, person.id, undefined, at), undefined, at)
      await setContext(request, next?.organizationId ?? null)
      return describeContext(person, next)
    },
  })
}
