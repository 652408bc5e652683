import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/agents/versions.ts'
import { findAgentForAdmin } from '../admin-agents.ts'
import { readAgentPage } from '../admin-agents.routes.ts'
import { actingIn } from '../../audit/acting.routes.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'
import { readCounts } from './judged.ts'
import { bringBack } from './versions.flow.ts'
import { findVersion, listVersions } from './versions.ts'
import { wordDifference } from './word-difference.ts'

const shownAtOnce = 50

export function versionRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, calls, {
    agentVersions: async ({ fail, params, query }) => {
      if (!(await findAgentForAdmin(readLong, params.id))) throw fail('agent_not_found')
      // One more than is shown, which says whether there are older ones.
      const found = await listVersions(read, params.id, { before: query.before, limit: shownAtOnce + 1 })
      const counts = await readCounts(read, params.id)
      const versions = found.slice(0, shownAtOnce).map((row) => ({ ...row, counts: counts.of(row.revision) }))
      return { versions, hasOlder: found.length > shownAtOnce, total: counts.total }
    },

    readAgentVersion: async ({ fail, params }) => {
      if (!(await findAgentForAdmin(readLong, params.id))) throw fail('agent_not_found')
      const version = await findVersion(read, params.id, Number(params.revision))
      if (!version) throw fail('version_not_found')
      const { former, ...row } = version
      const changes = former && {
        systemPrompt: wordDifference(former.systemPrompt, row.words.systemPrompt),
        firstMessage: wordDifference(former.firstMessage, row.words.firstMessage),
      }
      return { ...row, changes, counts: (await readCounts(read, params.id)).of(row.revision) }
    },

    bringBackVersion: async (context) => {
      const { body, fail, params } = context
      if (!(await findAgentForAdmin(readLong, params.id))) throw fail('agent_not_found')
      const version = { agentId: params.id, revision: Number(params.revision) }
      await bringBack(services, actingIn(context), version, body.before)
      return readAgentPage(services, params.id)
    },
  })
}
