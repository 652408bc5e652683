import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAboutOrganization, type OrganizationWho, type Who } from '#contract/call.ts'
import { type OrganizationRole, organizationRoles } from '#contract/organizations/organizations.ts'
import type { Read } from '../database/sql.ts'
import { hasAccess, isPresent } from '../identity/access.ts'
import {
  chooseContext,
  findMembership,
  type FoundContext,
  listContexts,
  type Membership,
  type Workplace,
} from '../identity/memberships.ts'
import { isActivityDue, touchMember } from '../organizations/members/members.ts'
import { findPerson, type Person } from '../identity/users.ts'
import { isOwnOrigin } from './own-address.ts'
import { type Problem, refusals } from './problem.ts'
import { roleMarkOf } from '../identity/role-mark.ts'
import type { Services } from './services.ts'
import { noteRole, touchSession } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, read from the database on every request (D15); null when signed out. */
    person: Person | null
    /** What the person works in: a place in an organization, or null for themselves (D122). */
    membership: Workplace | null
    /** The place of whoever asks in the organization that the call is about; null where it is about none. */
    seat: Membership | null
    /** Business time at which the request was admitted. */
    at: Date
  }
}

/** The poll of the current user must not keep an unattended browser signed in. */
const pollPath = '/api/auth/user'

/** Finds out who asks, before any guard runs. */
export function registerActor(app: FastifyInstance, services: Services): void {
  app.decorateRequest('person', null)
  app.decorateRequest('membership', null)
  app.decorateRequest('seat', null)
  app.decorateRequest('at')
  app.addHook('onRequest', async (request) => {
    request.at = services.clock.now()
    const userId = request.session?.userId
    if (!userId) return
    const { read } = services.database
    const wished = request.session.organizationId
    const [person, contexts] = await Promise.all([
      findPerson(read, userId),
      listContexts(read, userId, wished, request.at),
    ])
    // Who is deactivated, or is leaving, is signed out at once (D14, D28).
    if (!isPresent(person)) return
    request.person = person
    const context = chooseContext(person, contexts, wished, request.at)
    request.membership = context
    const mark = roleMarkOf(person, context)
    if (request.session.roleMark !== mark) await noteRole(services.database, request, mark)
    if (request.routeOptions.url === pollPath) return
    if (request.session.isTouchDue) await touchSession(services.database, request)
    if (context) await noteActivity(services, request, context)
  })
}

/** Notes, at most once an hour, that somebody works in an organization: the first request there counts (S440). */
async function noteActivity(
  { database }: Services,
  { person, at }: FastifyRequest,
  { organizationId, lastActiveAt }: FoundContext,
): Promise<void> {
  if (!person || !isActivityDue(lastActiveAt, at)) return
  await database.write((tx) => touchMember(tx, organizationId, person.id, at))
}

/**
 * Refuses whoever may not make a call: signed out 401, wrong role or no access 403 (in an organization without access
 * 409, D129), an organization that they do not belong to 404 (D10, D16, D120); a platform admin without the two-factor
 * sign-in that is asked of admins 403 (D27).
 */
export async function requireWho(request: FastifyRequest, who: Who, read: Read): Promise<void> {
  if (who === 'anyone') return
  const { person, membership, at } = request
  if (!person) throw refusals.signedOut()
  if (who === 'admin' && person.role !== 'admin') throw refuseRole(person, refusals.forbidden())
  if (who === 'access' && !hasAccess(person, membership, at)) {
    const refusal = membership ? refusals.organizationInactive() : refusals.subscriptionRequired()
    throw refuseRole(person, refusal)
  }
  if (!isAboutOrganization(who)) return
  request.seat = await findSeat(request, person, read)
  if (!request.seat) throw refuseRole(person, refusals.organizationNotFound())
  if (rolesOf(who).includes(request.seat.role)) return
  throw refusals.forbidden()
}

/**
 * Refuses an act on money or roles of a platform admin who proved longer than five minutes ago who they are: an open
 * browser that somebody else finds is not enough for it.
 */
export function requireProof({ person, session }: FastifyRequest): void {
  if (person?.role === 'admin' && !session.isProvenLately) throw refusals.reauthenticationRequired()
}

/** Whom the role of a platform admin would let in hears what it still waits for (D27). */
function refuseRole(person: Person, refusal: Problem): Problem {
  return person.mustSetUpTwoFactor ? refusals.twoFactorSetupRequired() : refusal
}

/** The place of whoever asks in the organization that a request is about; null when it is none of theirs (D120). */
async function findSeat(request: FastifyRequest, person: Person, read: Read): Promise<Membership | null> {
  const { params, query } = request as { params: Record<string, unknown>; query: Record<string, unknown> }
  const named = params.organizationId ?? query.organizationId
  if (named === undefined) return request.membership
  if (typeof named !== 'string' || !/^[1-9]\d{0,8}$/.test(named)) return null
  return findMembership(read, person.id, Number(named), person.role === 'admin')
}

/** The roles that suffice: the named one and those above it. */
function rolesOf(who: OrganizationWho): readonly OrganizationRole[] {
  return organizationRoles.slice(organizationRoles.findIndex((role) => who === `organization_${role}`))
}

/**
 * Refuses a write that another site makes (D16). Browsers mark requests with Sec-Fetch-Site and tell their Origin, which
 * must be ours. Requests without both come from no browser and carry no foreign cookie.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.badOrigin()
  const { origin } = request.headers
  if (origin === undefined) return
  const { localAddress } = request.socket
  if (!isOwnOrigin(origin, { host: request.host, localAddress }, publicUrl)) throw refusals.badOrigin()
}
