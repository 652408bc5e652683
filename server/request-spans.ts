import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openSpan, type OpenSpan } from './spans.ts'

/** Makes a span of every request: its route's pattern and its status, never its address, headers or body. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = openSpan({ name: request.method, kind: 'server', attributes: attributesOf(request) })
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  // A body that was read from the network has left the context of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const attributes = { ...attributesOf(request), 'http.response.status_code': statusCode }
    const name = `${request.method} ${attributes['http.route']}`
    spans.get(request)?.end({ name, attributes, isFailed: statusCode >= 500 })
  })
}

function attributesOf({ id, method, routeOptions }: FastifyRequest) {
  return { 'http.request.method': method, 'http.route': routeOptions.url ?? 'unknown', 'luna.request_id': id }
}
