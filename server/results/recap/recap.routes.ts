import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/results/recap.ts'
import { requireOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import { serve } from '../../kernel/serve.ts'
import { mailRecap, analyseAgain, readRecap } from './recap.flow.ts'
import { editRecap } from './recaps.ts'

/** What came of conversations, for their people only. */
export function recapRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, calls, {
    readRecap: ({ person, params }) => readRecap(services, person, params.id),

    editRecap: async ({ person, params, body, at, write }) => {
      await requireOwnConversation(services.database.read, person, params.id)
      await write((tx) => editRecap(tx, params.id, body, at))
      return readRecap(services, person, params.id)
    },

    analyseAgain: ({ person, params }) => analyseAgain(services, person, params.id),

    mailRecap: async ({ person, params }) => {
      await mailRecap(services, person, params.id)
      return { sentTo: person.email }
    },
  })
}
