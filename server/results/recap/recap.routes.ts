import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/results/recap.ts'
import { findOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import { serve } from '../../kernel/serve.ts'
import { mailRecap, analyseAgain, readRecap } from './recap.flow.ts'
import { editRecap } from './recaps.ts'

/** What came of conversations, for their people only. */
export function recapRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, calls, {
    readRecap: async ({ person, params, fail }) => {
      const result = await readRecap(services, person, params.id)
      if (result.state === 'recap_not_ready') throw fail('provider_away')
      if (result.state !== 'read') throw fail(result.state)
      return result.recap
    },

    editRecap: async ({ person, params, body, at, write, fail }) => {
      if (!(await findOwnConversation(services.database.read, person, params.id))) throw fail('session_not_found')
      if (!(await write((tx) => editRecap(tx, params.id, body, at)))) throw fail('not_kept')
      const result = await readRecap(services, person, params.id)
      if (result.state !== 'read') throw fail('provider_away')
      return result.recap
    },

    analyseAgain: async ({ person, params, fail }) => {
      const result = await analyseAgain(services, person, params.id)
      if (result.state !== 'read') throw fail(result.state)
      return result.recap
    },

    mailRecap: async ({ person, params, fail }) => {
      const result = await mailRecap(services, person, params.id)
      if (result.state !== 'sent') throw fail(result.state)
      return { sentTo: person.email }
    },
  })
}
