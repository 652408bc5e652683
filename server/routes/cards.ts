import type { FastifyInstance } from 'fastify'
import * as cards from '#contract/cards.ts'
import { findPayer } from '../domain/payers.ts'
import { countOpening } from '../flows/payment-limit.ts'
import { keepCard, openCardSetup } from '../flows/saved-card.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { orUnavailable } from './unavailable.ts'

export function cardRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, cards, {
    card: async ({ person }) => ({ card: (await findPayer(services.database.read, person.accountId)).card }),

    setUpCard: async ({ person, fail }) => {
      const retryAfterSeconds = await countOpening(services, person.id)
      if (retryAfterSeconds !== null) throw fail('too_many_payments', { retryAfterSeconds })
      return { clientSecret: await orUnavailable(openCardSetup(services, person), () => fail('payment_unavailable')) }
    },

    saveCard: async ({ person, body, fail }) => {
      const kept = await orUnavailable(keepCard(services, person, body.setupIntentId), () =>
        fail('payment_unavailable'),
      )
      if (kept.state !== 'kept') throw fail(kept.state)
      return { card: kept.card }
    },
  })
}
