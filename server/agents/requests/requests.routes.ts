import * as requests from '#contract/agents/requests.ts'
import { undoSeconds } from '#contract/agents/requests.ts'
import { viewerOf } from '../policies.ts'
import {
  countRequestOfDay,
  createRequest,
  listRequests,
  requireRequest,
  listAgentChoices,
  listAllRequests,
  changeRequestStatus,
  undoRequestStatus,
} from './requests.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'
import * as adminRequests from '#contract/agents/admin-requests.ts'
import { actingIn } from '../../audit/acting.routes.ts'

export const requestRoutes = routes<typeof requests, Services>(requests, {
  agentRequests: async ({ read, person, membership }) => listRequests(read, viewerOf(person, membership)),

  submitRequest: async ({ services, person, body, at, write }) =>
    write(async (tx) => {
      await countRequestOfDay(tx, services, person.id)
      return createRequest(tx, person.id, body, at)
    }),
})

export const adminRequestRoutes = routes<typeof adminRequests, Services>(adminRequests, {
  adminRequests: ({ readLong, query }) => listAllRequests(readLong, query),

  setRequestStatus: async (context) => {
    const { services, params, body, write } = context
    return write(async (tx) => {
      await changeRequestStatus(tx, actingIn(context), params.id, body)
      // A second more, because the database's clock and ours may differ.
      await services.jobs.enqueue(tx, 'requestNotices', null, { afterSeconds: undoSeconds + 1 })
      return requireRequest(tx, params.id)
    })
  },

  undoRequestStatus: async (context) => {
    const { params, write } = context
    return write(async (tx) => {
      await requireRequest(tx, params.id)
      await undoRequestStatus(tx, actingIn(context), params.id)
      return requireRequest(tx, params.id)
    })
  },

  agentChoices: async ({ read }) => listAgentChoices(read),
})
