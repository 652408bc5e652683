import * as calls from '#contract/results/recap.ts'
import { requireOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import { routes } from '../../kernel/serve.ts'
import { mailRecap, analyseAgain, readRecap } from './recap.flow.ts'
import { editRecap } from './recaps.ts'

/** What came of conversations, for their people only. */
export const recapRoutes = routes<typeof calls, Services>(calls, {
  readRecap: ({ services, person, params }) => readRecap(services, person, params.id),

  editRecap: async ({ services, read, person, params, body, at, write }) => {
    await requireOwnConversation(read, person, params.id)
    await write((tx) => editRecap(tx, params.id, body, at))
    return readRecap(services, person, params.id)
  },

  analyseAgain: ({ services, person, params }) => analyseAgain(services, person, params.id),

  mailRecap: async ({ services, person, params }) => {
    await mailRecap(services, person, params.id)
    return { sentTo: person.email }
  },
})
