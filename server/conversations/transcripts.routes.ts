import type { FastifyInstance } from 'fastify'
import * as transcripts from '#contract/conversations/transcripts.ts'
import { mayKeepTranscriptsIn } from './policies.ts'
import { changeTranscriptSettings, readTranscriptSettings, searchTranscripts } from './transcripts.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from './services.ts'

export function transcriptRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, transcripts, {
    transcriptSettings: async ({ person, membership }) => ({
      ...(await readTranscriptSettings(read, person.id)),
      isAllowedHere: await mayKeepTranscriptsIn(read, membership?.organizationId ?? null),
    }),
    updateTranscriptSettings: async ({ person, membership, body, at, write }) => ({
      ...(await write((tx) => changeTranscriptSettings(tx, person.id, body, at))),
      isAllowedHere: await mayKeepTranscriptsIn(read, membership?.organizationId ?? null),
    }),
    searchTranscripts: async ({ person, query }) => searchTranscripts(readLong, person.id, query.q),
  })
}
