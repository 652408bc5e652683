import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFrame } from './documents.ts'

/**
 * The pages of platform admins. For whoever is signed in and is none they do not exist, and search engines hear
 * nothing of them (D142); a visitor may sign in there (D1), and an admin whose role rests is led to set up two-factor
 * sign-in (D27).
 */
export function adminPageRoutes(app: FastifyInstance): void {
  const send = async ({ person }: FastifyRequest, reply: FastifyReply) => {
    if (person && person.role !== 'admin' && !person.mustSetUpTwoFactor) reply.code(404)
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'cookie', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(await readFrame())
  }
  app.get('/admin', send)
  app.get('/admin/*', send)
}
