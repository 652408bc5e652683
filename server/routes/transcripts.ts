import type { FastifyInstance } from 'fastify'
import * as transcripts from '#contract/transcripts.ts'
import { changeTranscriptSettings, readTranscriptSettings, searchTranscripts } from '../domain/transcripts.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function transcriptRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, transcripts, {
    transcriptSettings: async ({ person }) => readTranscriptSettings(read, person.id),
    updateTranscriptSettings: async ({ person, body, at, write }) =>
      write((tx) => changeTranscriptSettings(tx, person.id, body, at)),
    searchTranscripts: async ({ person, query }) => searchTranscripts(read, person.id, query.q),
  })
}
