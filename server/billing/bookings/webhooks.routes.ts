import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { takeRawBodies } from '../../kernel/upload.ts'
import type { Services } from '../services.ts'
import { storeEvent } from './provider-events.ts'

/**
 * Events of the payment provider, verified over the raw body, stored once and handled by a job (D37). `onStored` counts
 * them by type.
 */
export function paymentWebhookRoutes(
  app: FastifyInstance,
  services: Services,
  onStored: (type: string) => void = () => {},
): void {
  takeRawBodies(app)

  app.post('/api/webhooks/stripe', async (request) => {
    const signature = request.headers['stripe-signature']
    const event =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? services.payments.verifyEvent(request.body, signature)
        : null
    if (!event) throw new Problem(400, 'bad_signature', 'The signature does not match.')
    if (event === 'unreadable') throw new Problem(400, 'bad_event', 'This is not an event.')
    const { object } = event.data
    const objectId = 'id' in object && typeof object.id === 'string' ? object.id : ''
    const at = services.clock.now()
    const isNew = await services.database.write(async (tx) => {
      const isStored = await storeEvent(tx, { id: event.id, type: event.type, objectId, payload: event.data }, at)
      if (isStored) await services.jobs.enqueue(tx, 'stripeEvent', { id: event.id })
      return isStored
    })
    if (isNew) onStored(event.type)
    return { received: true }
  })
}
