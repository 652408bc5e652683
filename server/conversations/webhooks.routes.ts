import type { FastifyInstance } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import { takeRawBodies } from '../kernel/raw-bodies.ts'
import { recordConversation } from './provider-records.flow.ts'
import type { Services } from './services.ts'

const maxRecordBytes = 8 * 1024 * 1024

/**
 * The voice provider's records, verified over the raw body and compared at once. Nothing else of them is kept (D90,
 * D91).
 */
export function voiceWebhookRoutes(app: FastifyInstance, services: Services): void {
  takeRawBodies(app)

  // The words of two hours, with the provider's additions, arrive in one request.
  app.post('/api/webhooks/elevenlabs', { bodyLimit: maxRecordBytes }, async (request) => {
    const signature = request.headers['elevenlabs-signature']
    const told =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? services.voice.verifyWebhook(request.body, signature, services.clock.real().getTime())
        : null
    if (!told) throw new Problem(400, 'bad_signature', 'The signature does not match.')
    // Records of other kinds and of other installations are accepted and ignored, because refusals make the provider
    // stop sending.
    if (told.record) await recordConversation(services, told.record)
    return { received: true }
  })
}
