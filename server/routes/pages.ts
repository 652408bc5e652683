import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const built = path.resolve(import.meta.dirname, '../../dist/web')
const yearSeconds = 365 * 24 * 60 * 60
/** Their addresses carry a secret, which no other site may be told as a referrer (D18). */
const secretPaths = /^\/(reset-password|verify-email|join\/)/

/**
 * The built web app: hashed files for ever, documents never from a cache. Every path without a file is the app's own
 * page. Files are looked up as they are asked for, so that a new build needs no restart.
 */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: built, serve: false, cacheControl: false })
  app.get('/', async (_request, reply) => sendDocument(reply))
  app.get('/*', async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    if (secretPaths.test(pathname)) reply.header('referrer-policy', 'no-referrer')
    // A missing file is a 404; a path without an ending is a page of the app, which shows its own not-found screen.
    if (!/\.[a-z0-9]+$/i.test(pathname)) return sendDocument(reply)
    const isHashed = pathname.startsWith('/assets/')
    reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=300')
    return reply.sendFile(pathname.slice(1))
  })
}

async function sendDocument(reply: FastifyReply): Promise<FastifyReply> {
  const document = await fs.readFile(path.join(built, 'index.html'))
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(document)
}
