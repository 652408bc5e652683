import type { FastifyInstance } from 'fastify'
import * as cards from '#contract/billing/cards.ts'
import { findRunPool } from '../../identity/policies.ts'
import { findPayer } from './payers.ts'
import { openingLimit } from './payment-limit.ts'
import { keepCard, openCardSetup } from './saved-card.flow.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'

export function cardRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, cards, {
    card: async ({ person }) => ({ card: (await findPayer(read, person.accountId)).card }),

    setUpCard: async ({ person, body, fail }) => {
      const pool = await findRunPool(read, person, body)
      if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
      await countAttempt(services, openingLimit(person.id))
      return { clientSecret: await openCardSetup(services, person, pool ?? null) }
    },

    saveCard: async ({ person, body, fail }) => {
      const pool = await findRunPool(read, person, body)
      if (pool === null) throw fail('organization_not_found', { field: 'organizationId' })
      const { accountId } = pool ?? person
      const kept = await keepCard(services, accountId, body.setupIntentId)
      if (kept.state !== 'kept') throw fail(kept.state)
      return { card: kept.card }
    },
  })
}
