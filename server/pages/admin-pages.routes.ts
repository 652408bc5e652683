import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFrame } from './documents.ts'
import { sendDocument } from './sending.ts'

/**
 * The pages for platform admins. Other signed-in people get a 404, and search engines may not index them (D142). Visitors
 * can sign in there (D1), and admins who still have to set up two-factor sign-in do so there (D27).
 */
export function adminPageRoutes(app: FastifyInstance): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { person } = request
    if (person && person.role !== 'admin' && !person.mustSetUpTwoFactor) reply.code(404)
    reply.header('x-robots-tag', 'noindex')
    return sendDocument(await readFrame('/admin'), request, reply)
  }
  app.get('/admin', send)
  app.get('/admin/*', send)
}
