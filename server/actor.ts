import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Who } from '#contract/call.ts'
import { hasAccess } from './domain/access.ts'
import { findPerson, type Person } from './domain/users.ts'
import { refusals } from './problem.ts'
import type { Services } from './services.ts'
import { touchSession } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, read from the database on every request (D15); null when signed out. */
    person: Person | null
    /** Business time at which the request was admitted. */
    at: Date
  }
}

/** The poll of the current user must not keep an unattended browser signed in. */
const pollPath = '/api/auth/user'

/** Finds out who asks, before any guard runs. */
export function registerActor(app: FastifyInstance, services: Services): void {
  app.decorateRequest('person', null)
  app.decorateRequest('at')
  app.addHook('onRequest', async (request) => {
    request.at = services.clock.now()
    const userId = request.session?.userId
    if (!userId) return
    const person = await findPerson(services.database.read, userId)
    // A deactivated person is signed out at once (D14).
    if (!person?.isActive) return
    request.person = person
    if (request.session.isTouchDue && request.routeOptions.url !== pollPath)
      await touchSession(services.database, request)
  })
}

/** Refuses whoever may not make a call: signed out 401, wrong role or no access 403 (D10, D16). */
export function requireWho(request: FastifyRequest, who: Who): void {
  if (who === 'anyone') return
  if (!request.person) throw refusals.signedOut()
  if (who === 'admin' && request.person.role !== 'admin') throw refusals.forbidden()
  if (who === 'access' && !hasAccess(request.person, request.at)) throw refusals.subscriptionRequired()
}

/**
 * Refuses a write that another site makes (D16). Browsers mark requests with Sec-Fetch-Site; where that is missing,
 * the Origin must be this host. Requests without both come from no browser and carry no foreign cookie.
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refusals.badOrigin()
  const { origin } = request.headers
  if (origin === undefined || hostOf(origin) === request.host) return
  // A proxy may rewrite the Host header; the configured address is ours all the same.
  if (publicUrl === null || hostOf(origin) !== hostOf(publicUrl)) throw refusals.badOrigin()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
