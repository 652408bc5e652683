import type { FastifyInstance } from 'fastify'
import { findImage } from './images.ts'
import { refusals } from '../kernel/problem.ts'
import type { Services } from '../kernel/services.ts'

/** Uploaded pictures. Everybody who knows the random name may see one, and its content never changes. */
export function imageRoutes(app: FastifyInstance, { database }: Services): void {
  app.get<{ Params: { id: string } }>('/images/:id', async (request, reply) => {
    const image = await findImage(database.read, request.params.id)
    if (!image) throw refusals.notFound()
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .type(image.type)
      .send(image.bytes)
  })
}
