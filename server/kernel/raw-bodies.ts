import type { FastifyInstance } from 'fastify'

const maxBodyBytes = 1024 * 1024

/** Passes bodies of any type on unparsed, up to 1 MB unless a route allows more: signatures cover raw bytes. */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
}
