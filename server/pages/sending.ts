import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowStyle } from '../kernel/headers.ts'
import type { Document } from './documents.ts'

/**
 * Sends a page with a content policy of its own, which allows exactly the style sheet inside it. `variesBy` lists what the
 * page depends on besides the encoding.
 */
export function sendDocument(
  { html, brotli, styleSource }: Document,
  request: FastifyRequest,
  reply: FastifyReply,
  variesBy: readonly string[] = ['cookie'],
): FastifyReply {
  reply
    .headers({
      'cache-control': 'no-store',
      vary: ['accept-encoding', ...variesBy].join(', '),
      'content-security-policy': allowStyle(String(reply.getHeader('content-security-policy')), styleSource),
    })
    .type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'br').send(brotli)
}
