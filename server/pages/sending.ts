import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPacked } from '../kernel/compression.ts'
import { allowStyle } from '../kernel/headers.ts'
import type { Document } from './documents.ts'

/**
 * Sends a page with a content policy of its own, which allows exactly the style sheet inside it. `variesBy` lists what the
 * page depends on besides the encoding.
 */
export function sendDocument(
  { html, styleSource }: Document,
  request: FastifyRequest,
  reply: FastifyReply,
  variesBy: readonly string[] = ['cookie'],
): Promise<FastifyReply> {
  reply
    .headers({
      'cache-control': 'no-store',
      vary: variesBy.join(', '),
      'content-security-policy': allowStyle(String(reply.getHeader('content-security-policy')), styleSource),
    })
    .type('text/html; charset=utf-8')
  return sendPacked(request, reply, html)
}
