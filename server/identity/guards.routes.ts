import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentUser } from '#contract/identity/current-user.ts'
import { type Call, isAboutOrganization, type OrganizationWho, type Who } from '#contract/call.ts'
import { includesDuty, isDuty } from '#contract/identity/staff.ts'
import { type OrganizationRole, organizationRoles } from '#contract/organizations/ranks.ts'
import type { Read } from '../database/sql.ts'
import { type Guards, registerGuards } from '../kernel/guards.ts'
import { type Problem, refusals } from '../kernel/problem.ts'
import type { Services } from '../kernel/services.ts'
import { noteSecurity } from '../kernel/security-events.ts'
import { noteRole, touchSession } from '../kernel/session.ts'
import { accessRefusals, hasAccess, hasEnded, isPresent } from './access.ts'
import { findMembership, type Membership, type WorkContext } from './memberships.ts'
import { chooseContext, type FoundContext } from './contexts.ts'
import { readKnown } from './known-people.ts'
import { runsPlatform } from './policies.ts'
import { isRoleChange, roleMarkOf, withRightsBefore, withRoleBefore } from './role-mark.ts'
import type { Person } from './users.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who makes the request, read from the database every time (D15); null when signed out. */
    person: Person | null
    /** The person's context: a membership, or null for themselves (D122). */
    membership: WorkContext | null
    /** The person's membership of the organization that the call is about; null when it is about none. */
    member: Membership | null
  }
}

declare module '../kernel/serve.ts' {
  interface Context<C extends Call = Call> {
    /** Never null where the call needs a signed-in person. */
    person: C['who'] extends 'anyone' ? Person | null : Person
    /** The person's context: a membership, or null for themselves (D122). */
    membership: WorkContext | null
    /** The person's membership of the organization that the call is about; never null where it is about one (D120). */
    member: C['who'] extends OrganizationWho ? Membership : null
  }
}

/** What organizations do with a request, passed in by app.ts. */
export interface OrganizationHooks {
  /** Notes that a person works in an organization. */
  noteActivity(person: Person, context: FoundContext, at: Date): Promise<void>
  beginAct: Guards['beginAct']
}

/** Gives every call of this part of the app its actor, and refuses people who may not make it. */
export function registerActor(app: FastifyInstance, services: Services, hooks: OrganizationHooks): void {
  app.decorateRequest('person', null)
  app.decorateRequest('membership', null)
  app.decorateRequest('member', null)
  registerGuards(app, services, {
    identify: (request, reply) => identify(services, hooks, request, reply),
    callerOf: ({ person, membership, member }) => ({ person: person as never, membership, member: member as never }),
    requireWho: (request, who) => requireWho(services, request, who),
    requireProof,
    refuseAfterEnd,
    beginAct: hooks.beginAct,
  })
}

async function identify(
  { database }: Services,
  hooks: OrganizationHooks,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { session, at } = request
  if (!session) return
  const { person, contexts } = await readKnown(database.read, session, at)
  // People who are deactivated or leaving are signed out at once (D14, D28).
  if (!isPresent(person)) return
  const context = chooseContext(person, contexts, session.organizationId, at)
  const { roleMark: before, isFormer } = session
  request.person = isFormer ? withRightsBefore(person, before ?? '') : person
  request.membership = isFormer ? withRoleBefore(context, before ?? '') : context
  const mark = roleMarkOf(person, context)
  if (before !== mark && !isFormer) {
    const isOtherRole = typeof before === 'string' && isRoleChange(before, mark)
    await noteRole(request, reply, session, { mark, isOtherRole })
  }
  // Polling the current user must not keep an unattended browser signed in.
  if (request.routeOptions.url === currentUser.path) return
  if (session.isTouchDue) await touchSession(database, session)
  if (context) await hooks.noteActivity(person, context, at)
}

/**
 * Refuses people who may not make a call: signed out with 401; wrong role, staff without the duty, or no access with
 * 403 (in an organization without access with 409, D129); an organization that they do not belong to with 404 (D10,
 * D16, D120); and a platform admin without the two-factor sign-in required of admins with 403 (D27).
 */
async function requireWho(services: Services, request: FastifyRequest, who: Who): Promise<void> {
  if (who === 'anyone') return
  const { person, membership, at } = request
  if (!person) throw refusals.signedOut()
  if (isDuty(who) && !includesDuty(person.staffRole, who)) {
    if (person.staffRole) noteRefusedCall(services, request, person)
    throw refuseRole(person, refusals.forbidden())
  }
  if (who === 'access' && !hasAccess(person, membership, at)) {
    const refusal = membership ? accessRefusals.organizationInactive() : accessRefusals.subscriptionRequired()
    throw refuseRole(person, refusal)
  }
  if (!isAboutOrganization(who)) return
  const found = await findMembershipAbout(request, person, services.database.read)
  request.member = request.session?.isFormer ? withRoleBefore(found, request.session.roleMark ?? '') : found
  if (!request.member) throw refuseRole(person, accessRefusals.organizationNotFound())
  if (rolesOf(who).includes(request.member.role)) return
  throw refusals.forbidden()
}

/** Staff who ask for more than their duties allow are for the security stream. */
function noteRefusedCall(services: Services, { method, routeOptions, ip }: FastifyRequest, { id }: Person): void {
  noteSecurity(services, 'staff_call_refused', { userId: id, call: `${method} ${routeOptions.url}`, ip })
}

/**
 * Refuses an act on money, rights or access by a platform admin whose last proof of identity is older than five minutes,
 * because an open browser found by somebody else must not suffice.
 */
function requireProof({ person, session }: FastifyRequest): void {
  if (person?.role === 'admin' && !session?.isProvenLately) throw accessRefusals.reauthenticationRequired()
}

/** Lets everything of an ended organization be read, and nothing be changed except what brings it back (D129). */
function refuseAfterEnd({ member, at }: FastifyRequest, call: Call): void {
  if (call.method === 'GET' || call.worksAfterEnd || !isAboutOrganization(call.who) || !member) return
  if (hasEnded(member, at)) throw accessRefusals.organizationInactive()
}

/** Returns the refusal for a person whose platform admin role would suffice but still waits for something (D27). */
function refuseRole(person: Person, refusal: Problem): Problem {
  return person.mustSetUpTwoFactor ? accessRefusals.twoFactorSetupRequired() : refusal
}

/** Returns the person's membership of the organization that a request is about; null when they have none (D120). */
async function findMembershipAbout(request: FastifyRequest, person: Person, read: Read): Promise<Membership | null> {
  const { params, query } = request as { params: Record<string, unknown>; query: Record<string, unknown> }
  const named = params.organizationId ?? query.organizationId
  if (named === undefined) return request.membership
  if (typeof named !== 'string' || !/^[1-9]\d{0,8}$/.test(named)) return null
  return findMembership(read, person.id, Number(named), runsPlatform(person))
}

/** Returns the roles that suffice: the named one and those above it. */
function rolesOf(who: OrganizationWho): readonly OrganizationRole[] {
  return organizationRoles.slice(organizationRoles.findIndex((role) => who === `organization_${role}`))
}
