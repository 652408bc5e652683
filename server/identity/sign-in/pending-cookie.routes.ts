import type { FastifyReply, FastifyRequest } from 'fastify'
import { pendingMinutes } from './pending-sign-ins.ts'
import type { Services } from '../../kernel/services.ts'
import { isSecure } from '../../kernel/session-cookie.ts'

/** The cookie of the browser that gave the right password and whose code is still to come (D27). */
function cookieName(services: Services): string {
  return isSecure(services.config) ? '__Host-luna-pending' : 'luna-pending'
}

export function setPendingCookie(services: Services, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(services), secret, { ...attributes(services), maxAge: pendingMinutes * 60 })
}

export function clearPendingCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(cookieName(services), attributes(services))
}

/** The secret of the sign-in that waits on this browser; '' without one. */
export function readPendingSecret(services: Services, request: FastifyRequest): string {
  return request.cookies[cookieName(services)] ?? ''
}

function attributes(services: Services) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(services.config) } as const
}
