import type { FastifyReply, FastifyRequest } from 'fastify'
import { pendingMinutes } from './pending-sign-ins.ts'
import type { Services } from '../../kernel/services.ts'
import { isSecure } from '../../kernel/session-cookie.ts'

/** Returns the name of the cookie for a browser that gave the right password and still has to send a code (D27). */
function cookieName(services: Services): string {
  return isSecure(services.config) ? '__Host-luna-pending' : 'luna-pending'
}

export function setPendingCookie(services: Services, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(services), secret, { ...attributes(services), maxAge: pendingMinutes * 60 })
}

export function clearPendingCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(cookieName(services), attributes(services))
}

/** Returns the secret of this browser's waiting sign-in; '' without one. */
export function readPendingSecret(services: Services, request: FastifyRequest): string {
  return request.cookies[cookieName(services)] ?? ''
}

function attributes(services: Services) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(services.config) } as const
}
