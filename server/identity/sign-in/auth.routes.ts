import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as auth from '#contract/identity/auth.ts'
import * as currentUser from '#contract/identity/current-user.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Origin, registerPerson, signInPerson } from './authentication.flow.ts'
import { proveAgain, signInWithCode } from '../two-factor/two-factor.flow.ts'
import { type Handlers, serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { noteProof, signIn, signOut } from '../../kernel/session.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { readArrived, readMe } from '../me.routes.ts'
import { clearPendingCookie, readPendingSecret, setPendingCookie } from './pending-cookie.routes.ts'

const calls = { ...currentUser, ...auth }

export function authRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, calls, {
    ...signInHandlers(services),
    ...personHandlers(services),
  })
}

/** Signing in and out, and proving once more who is signed in. */
function signInHandlers(services: Services) {
  return {
    login: async ({ body, request, reply, at, fail }) => {
      const origin = { ...originOf(request, services), timeZone: body.timeZone }
      const result = await signInPerson(services, body.email, body.password, origin)
      if (result.state === 'deactivated') throw fail('account_deactivated')
      if (result.state === 'code_required') {
        setPendingCookie(services, reply, result.pendingSecret)
        return { twoFactorRequired: true }
      }
      if (result.state !== 'signed_in') throw fail('invalid_credentials')
      await signIn(request, result.userId)
      return { ...(await readArrived(services.database.read, result.userId, at)), isRestored: result.isRestored }
    },

    loginWithCode: async ({ body, request, reply, at, fail }) => {
      const secret = readPendingSecret(services, request)
      const result = await signInWithCode(services, secret, body.code, originOf(request, services))
      clearPendingCookie(services, reply)
      if (result.state === 'deactivated') throw fail('account_deactivated')
      if (result.state !== 'signed_in') throw fail('sign_in_expired')
      await signIn(request, result.userId)
      return { ...(await readArrived(services.database.read, result.userId, at)), isRestored: result.isRestored }
    },

    reauthenticate: async ({ person, body, request }) => {
      const { currentPassword: password, code } = body
      const proof = password === undefined ? { code: code ?? '' } : { password }
      await proveAgain(services, person, proof)
      return { provenUntil: await noteProof(services.database, request) }
    },

    logout: async ({ request, reply }) => {
      await signOut(services, request, reply)
      return { success: true }
    },
  } satisfies Partial<Handlers<typeof calls>>
}

/** A new person, and what they see of themselves. */
function personHandlers(services: Services) {
  return {
    register: async ({ body, request, at, fail }) => {
      if (await isCommonPassword(body.password, body.email)) throw fail('common_password', { field: 'password' })
      const { email, password, firstName, lastName, ref } = body
      const input = { email, password, firstName, lastName, referralCode: ref }
      const origin = { ...originOf(request, services), timeZone: body.timeZone }
      const result = await registerPerson(services, input, origin)
      if (result.state === 'taken') throw fail('registration_failed')
      await signIn(request, result.userId)
      return readArrived(services.database.read, result.userId, at)
    },

    currentUser: ({ person, membership, at }) => readMe(services.database.read, person, membership, at),
  } satisfies Partial<Handlers<typeof calls>>
}

/** Returns where a request comes from. */
export function originOf(request: FastifyRequest, services: Services): Origin {
  const userAgent = request.headers['user-agent'] ?? ''
  return { ip: request.ip, userAgent, siteUrl: siteUrl(services.config, request) }
}
