import type { FastifyInstance } from 'fastify'
import { storeEvent } from './provider-events.ts'
import { recordConversation } from '../../conversations/provider-records.flow.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'

const maxRecordBytes = 8 * 1024 * 1024

/**
 * What outside services tell, verified over the raw body. Events of the payment provider are stored once and worked off
 * by a job (D37); the voice provider's records are compared at once, and nothing else of them is kept (D90, D91).
 */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  )

  app.post('/api/webhooks/stripe', async (request) => {
    const signature = request.headers['stripe-signature']
    const event =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? services.payments.verifyEvent(request.body, signature)
        : null
    if (!event) throw new Problem(400, 'bad_signature', 'The signature does not fit.')
    if (event === 'unreadable') throw new Problem(400, 'bad_event', 'This is not an event.')
    const { object } = event.data
    const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
    const at = services.clock.now()
    await services.database.write(async (tx) => {
      const isNew = await storeEvent(tx, { id: event.id, type: event.type, objectId, payload: event.data }, at)
      if (isNew) await services.jobs.enqueue(tx, 'stripeEvent', { id: event.id })
    })
    return { received: true }
  })

  // Words of two hours and what the provider adds to them come in one piece.
  app.post('/api/webhooks/elevenlabs', { bodyLimit: maxRecordBytes }, async (request) => {
    const signature = request.headers['elevenlabs-signature']
    const told =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? services.voice.verifyWebhook(request.body, signature, services.clock.real().getTime())
        : null
    if (!told) throw new Problem(400, 'bad_signature', 'The signature does not fit.')
    // Other kinds, and other installations' conversations, are taken and left: refusals make the provider stop sending.
    if (told.record) await recordConversation(services, told.record)
    return { received: true }
  })
}
