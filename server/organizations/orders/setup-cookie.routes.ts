import type { FastifyReply, FastifyRequest } from 'fastify'
import { registrationDays } from './registration.ts'
import type { Services } from '../../billing/services.ts'
import { isSecure } from '../../kernel/session-cookie.ts'

/**
 * Returns the name of the cookie that distinguishes the browser that registered an organization from all others (D101);
 * over https it is bound to this host.
 */
function cookieName(services: Services): string {
  return isSecure(services.config) ? '__Host-luna-setup' : 'luna-setup'
}

export function setSetupCookie(services: Services, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(services), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(services.config),
    maxAge: registrationDays * 24 * 60 * 60,
  })
}

/** Returns the secret of the newest registration of this browser; '' without one. */
export function readSetupSecret(services: Services, request: FastifyRequest): string {
  return request.cookies[cookieName(services)] ?? ''
}
