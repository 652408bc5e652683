import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFrame } from './documents.ts'

/**
 * The pages of platform admins. For other signed-in people they are a 404, and search engines learn nothing of them
 * (D142). A visitor may sign in there (D1), and an admin who must still set up two-factor sign-in is sent there (D27).
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
