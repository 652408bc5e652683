import type { FastifyInstance } from 'fastify'
import * as adminVoices from '#contract/agents/admin-voices.ts'
import { listVoices } from './voices.ts'
import { readSample, usesLiveVoices } from './voices.flow.ts'
import { VoiceUnavailable } from '../../voice-provider/elevenlabs/requests.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'

export function adminVoiceRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, adminVoices, {
    adminVoices: () => listVoices(services.database.read, usesLiveVoices(services)),

    readVoiceSample: async ({ params, fail }) => {
      try {
        const sample = await readSample(services, params.id)
        if (typeof sample === 'string') throw fail(sample)
        return { wavBase64: sample.toString('base64') }
      } catch (error) {
        if (error instanceof VoiceUnavailable) throw fail('voice_unavailable')
        throw error
      }
    },
  })
}
