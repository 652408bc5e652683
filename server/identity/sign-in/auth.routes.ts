import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import * as auth from '#contract/identity/auth.ts'
import * as currentUser from '#contract/identity/current-user.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Origin, registerPerson, signInPerson, resetPassword } from './authentication.flow.ts'
import { proveAgain, signInWithCode } from '../two-factor/two-factor.flow.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { noteProof, signIn, signOut } from '../../kernel/session.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { readArrived, readKnownMe } from '../me.routes.ts'
import { pendingMinutes } from './pending-sign-ins.ts'
import { isSecure } from '../../kernel/session-cookie.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { isTaken } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { verifyEmail } from '../profile/address.ts'
import { findEmailLink, isPasswordLinkUsed } from './passwords.ts'
import { askForResetLink, findResetEmail } from './reset-links.ts'

const calls = { ...currentUser, ...auth }

export const authRoutes = routes<typeof calls, Services>(calls, {
  login: async ({ services, read, body, request, reply, at }) => {
    const origin = { ...originOf(request, services), timeZone: body.timeZone }
    const result = await signInPerson(services, body.email, body.password, origin)
    if (result.state === 'code_required') {
      setPendingCookie(services, reply, result.pendingSecret)
      return { twoFactorRequired: true }
    }
    await signIn(request, reply, result.userId)
    return { ...(await readArrived(read, result.userId, at)), isRestored: result.isRestored }
  },

  loginWithCode: async ({ services, read, body, request, reply, at, fail }) => {
    const secret = readPendingSecret(services, request)
    const result = await signInWithCode(services, secret, body.code, originOf(request, services))
    clearPendingCookie(services, reply)
    if (result.state === 'deactivated') throw fail('account_deactivated')
    if (result.state !== 'signed_in') throw fail('sign_in_expired')
    await signIn(request, reply, result.userId)
    return { ...(await readArrived(read, result.userId, at)), isRestored: result.isRestored }
  },

  reauthenticate: async ({ services, person, body, request, reply }) => {
    const { currentPassword: password, code } = body
    const proof = password === undefined ? { code: code ?? '' } : { password }
    await proveAgain(services, person, proof)
    return { provenUntil: await noteProof(request, reply) }
  },

  logout: ({ request, reply }) => signOut(request, reply),

  register: async ({ services, read, body, request, reply, at, fail }) => {
    if (await isCommonPassword(body.password, body.email)) throw fail('common_password', { field: 'password' })
    const { email, password, firstName, lastName, ref } = body
    const input = { email, password, firstName, lastName, referralCode: ref }
    const origin = { ...originOf(request, services), timeZone: body.timeZone }
    const result = await registerPerson(services, input, origin)
    if (result.state === 'taken') throw fail('registration_failed')
    await signIn(request, reply, result.userId)
    return readArrived(read, result.userId, at)
  },

  currentUser: ({ read, person, membership, at }) => readKnownMe(read, person, membership, at),
})

/** Returns where a request comes from. */
function originOf(request: FastifyRequest, services: Services): Origin {
  const userAgent = request.headers['user-agent'] ?? ''
  return { ip: request.ip, userAgent, siteUrl: siteUrl(services.config, request) }
}

/** Returns the name of the cookie for a browser that gave the right password and still has to send a code (D27). */
function cookieName(services: Services): string {
  return isSecure(services.config) ? '__Host-luna-pending' : 'luna-pending'
}

function setPendingCookie(services: Services, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(services), secret, { ...attributes(services), maxAge: pendingMinutes * 60 })
}

function clearPendingCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(cookieName(services), attributes(services))
}

/** Returns the secret of this browser's waiting sign-in; '' without one. */
function readPendingSecret(services: Services, request: FastifyRequest): string {
  return request.cookies[cookieName(services)] ?? ''
}

function attributes(services: Services) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(services.config) } as const
}

/**
 * The navigation /api/logout (D17). It signs out only when the browser marks it as coming from our own pages, since any
 * site could link to it; otherwise it shows a page with one button.
 */
export function signOutRoutes(app: FastifyInstance): void {
  app.get('/api/logout', async (request, reply) => {
    if (!isOwnNavigation(request)) return reply.type('text/html; charset=utf-8').send(page)
    await signOut(request, reply)
    return reply.redirect('/', 303)
  })
}

function isOwnNavigation(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] === 'same-origin' && request.headers['sec-fetch-mode'] === 'navigate'
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign out of Luna</title>
    <link rel="stylesheet" href="/sign-out.css" />
    <script src="/sign-out.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Sign out of Luna?</h1>
      <button type="button" id="sign-out">Sign Out</button>
      <p id="fault" role="alert"></p>
      <p><a href="/">Back to Luna</a></p>
    </main>
  </body>
</html>
`

/** The links that come by mail: for a new password, and for an address. */
export const mailedLinkRoutes = routes<typeof mailedLinks, Services>(mailedLinks, {
  forgotPassword: async ({ services, body, request, write }) => {
    const origin = originOf(request, services)
    await write((tx) => askForResetLink(tx, services, body.email, origin))
    return { message: 'If an account with this email exists, a password reset link has been sent.' }
  },

  verifyResetToken: async ({ read, params, at, write }) => {
    const valid = (await write((tx) => findResetEmail(tx, params.token, at))) !== null
    return { valid, isUsed: !valid && (await isPasswordLinkUsed(read, params.token)) }
  },

  resetPassword: async ({ services, body, at, write, fail }) => {
    const email = await write((tx) => findResetEmail(tx, body.token, at))
    if (email === null) throw fail('invalid_token')
    if (await isCommonPassword(body.newPassword, email)) throw fail('common_password', { field: 'newPassword' })
    await resetPassword(services, body.token, body.newPassword)
  },

  emailLink: async ({ read, params, at }) => {
    const link = (await findEmailLink(read, params.token, at)) ?? refuse('invalid_token')
    return { email: link.email, isChange: link.purpose === 'change', isReached: link.isReached }
  },

  verifyEmail: async ({ services, body, at, write, fail }) => {
    const verified = await write((tx) => verifyEmail(tx, services, body.token, at)).catch((error: unknown) => {
      // Another person has taken the address since.
      if (isTaken(error, 'users_email')) return null
      throw error
    })
    if (!verified) throw fail('invalid_token')
    const isChanged = verified.purpose === 'change'
    if (isChanged && !verified.isReached) noteSecurity(services, 'email_changed', { userId: verified.userId })
    return { success: true, email: verified.email, isChanged }
  },
})
