import type { Read } from '../database/sql.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { findMembership, listMemberships, type Membership } from '../identity/memberships.ts'
import { mayWorkPersonally } from '../identity/policies.ts'
import { chooseContext, listContexts, rememberContext } from '../identity/contexts.ts'
import { touchMember } from './members/members.ts'
import type { Person } from '../identity/users.ts'
import { leaveOrganization } from './members/leaving.flow.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { setContext } from '../kernel/session.ts'

/** Returns the person's context, and the others that they could choose. */
async function describeContext(read: Read, person: Person, membership: Membership | null) {
  const memberships = await listMemberships(read, person.id)
  return {
    isMember: membership !== null,
    organization: membership && { ...membership, id: membership.organizationId },
    role: membership?.role ?? null,
    memberships,
    offersPersonal: mayWorkPersonally(person, memberships),
  }
}

export const organizationRoutes = routes<typeof organizations, Services>(organizations, {
  userOrganization: async ({ read, person, membership }) => describeContext(read, person, membership),

  switchOrganization: async ({ read, person, body: { organizationId }, at, write, request, fail }) => {
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
    return describeContext(read, person, membership)
  },

  leaveOrganization: async ({ services, read, person, membership, member, at, request }) => {
    const { organizationId } = member
    await leaveOrganization(services, organizationId, person.id)
    if (membership?.organizationId !== organizationId) return describeContext(read, person, membership)
    const next = chooseContext(person, await listContexts(read, person.id, undefined, at), undefined, at)
    await setContext(request, next?.organizationId ?? null)
    return describeContext(read, person, next)
  },
})
