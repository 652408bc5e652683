import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import * as sounds from '#contract/agents/sounds.ts'
import { refusals } from '../../kernel/problem.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'
import { viewerOf } from '../policies.ts'
import { readSamples } from './heard.ts'
import { findSoundFile } from './sounds.ts'

const year = 'max-age=31536000, immutable'

/** What can be heard of agents, also without an account. Nothing here takes minutes (D175). */
const soundCalls = routes<typeof sounds, Services>(sounds, {
  agentSamples: async ({ read, query: { names = '', limit = 1 } }) => readSamples(read, names.split(','), limit),
})

export function soundRoutes(app: FastifyInstance, services: Services): void {
  soundCalls(app, services)
  serveFiles(app, services, sounds.privateSoundPath, 'private')
}

/** Sounds of public agents, outside of all sessions, so that a shared cache can keep them for everybody (D195). */
export function publicSoundRoutes(app: FastifyInstance, services: Services): void {
  serveFiles(app, services, sounds.soundPath, 'public')
}

type File = { Params: { agentId: string; hash: string } }

/** Serves sounds whole or in ranges, without which Safari plays nothing. A sound never changes under its address. */
function serveFiles(
  app: FastifyInstance,
  { database }: Services,
  pathOf: typeof sounds.soundPath,
  audience: 'public' | 'private',
): void {
  app.get<File>(pathOf(':agentId', ':hash'), async (request, reply) => {
    const { agentId, hash } = request.params
    if (!z.safeParse(z.uuid(), agentId).success || hash.length > 40) throw refusals.notFound()
    const viewer = audience === 'public' ? viewerOf(null, null) : viewerOf(request.person, request.membership)
    const file = await findSoundFile(database.read, agentId, hash, viewer)
    if (!file) throw refusals.notFound()
    reply.headers({ 'cache-control': `${audience}, ${year}`, 'accept-ranges': 'bytes', etag: `"${hash}"` })
    return sendPart(request, reply.type(file.type), file.bytes)
  })
}

function sendPart({ headers }: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const tag = String(reply.getHeader('etag'))
  if (headers['if-none-match'] === tag) return reply.code(304).send()
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag
  const range = isSame ? readRange(headers.range, bytes.length) : 'whole'
  if (range === 'whole') return reply.send(bytes)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  const { from, to } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${from}-${to}/${bytes.length}`)
    .send(bytes.subarray(from, to + 1))
}

/** Part of a file, both ends included; `whole` when the header cannot be used, `none` when the file ends before it. */
type Range = { from: number; to: number } | 'whole' | 'none'

/** Returns what a `Range` header asks of a file (RFC 9110). Several ranges at once get the whole file, as is allowed. */
export function readRange(header: string | undefined, length: number): Range {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, length - Number(last)), to: length - 1 }
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)]
  if (last !== '' && Number(last) < from) return 'whole'
  return from >= length ? 'none' : { from, to }
}
