import type { FastifyInstance } from 'fastify'
import { storeEvent } from '../domain/provider-events.ts'
import { Problem } from '../problem.ts'
import type { Services } from '../services.ts'

/** Events of the payment provider: verified over the raw body, stored once, worked off by a job (D37). */
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
    const { object } = event.data
    const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
    const at = services.clock.now()
    await services.database.write(async (tx) => {
      const isNew = await storeEvent(tx, { id: event.id, type: event.type, objectId, payload: event.data }, at)
      if (isNew) await services.jobs.enqueue(tx, 'stripeEvent', { id: event.id })
    })
    return { received: true }
  })
}
