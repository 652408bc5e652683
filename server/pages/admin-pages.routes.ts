import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFrame } from './documents.ts'

/**
 * The pages for platform admins. Other signed-in people get a 404, and search engines may not index them (D142). Visitors
 * can sign in there (D1), and admins who still have to set up two-factor sign-in do so there (D27).
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
