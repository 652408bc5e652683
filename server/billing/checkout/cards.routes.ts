import type { FastifyInstance } from 'fastify'
import * as cards from '#contract/billing/cards.ts'
import { findRunPool } from '../../identity/policies.ts'
import { findPayer } from './payers.ts'
import { countOpening } from './payment-limit.ts'
import { keepCard, openCardSetup } from './saved-card.flow.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { orUnavailable } from '../unavailable.routes.ts'

export function cardRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, cards, {
    card: async ({ person }) => ({ card: (await findPayer(read, person.accountId)).card }),

    setUpCard: async ({ person, body, write, fail }) => {
      const pool = await findRunPool(read, person, body)
      if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
      const retryAfterSeconds = await write((tx) => countOpening(tx, services, person.id))
      if (retryAfterSeconds !== null) throw fail('too_many_payments', { retryAfterSeconds })
      const opening = openCardSetup(services, person, pool ?? null)
      return { clientSecret: await orUnavailable(opening, () => fail('payment_unavailable')) }
    },

    saveCard: async ({ person, body, fail }) => {
      const pool = await findRunPool(read, person, body)
      if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
      const { accountId } = pool ?? person
      const kept = await orUnavailable(keepCard(services, accountId, body.setupIntentId), () =>
        fail('payment_unavailable'),
      )
      if (kept.state !== 'kept') throw fail(kept.state)
      return { card: kept.card }
    },
  })
}
