import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refusals } from '../problem.ts'

const built = path.resolve(import.meta.dirname, '../../dist/web')
const yearSeconds = 365 * 24 * 60 * 60

/** The built web app: hashed files for ever, documents never from a cache. Every other path is the app's own page. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const document = fs.readFileSync(path.join(built, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=300')
    },
  })
  app.get('/', async (_request, reply) => reply.header('cache-control', 'no-store').type('text/html').send(document))
  app.get('/*', async (request, reply) => {
    // A missing file is a 404; a path without an ending is a page of the app, which shows its own not-found screen.
    if (/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '')) throw refusals.notFound()
    return reply.header('cache-control', 'no-store').type('text/html').send(document)
  })
}
