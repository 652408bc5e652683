import type * as z from 'zod/mini'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { recordAct } from '../audit/acts.ts'
import { requireAgentForAdmin, listAgentsForAdmin } from './admin-agents.ts'
import { findImageAt } from '../images/images.ts'
import { addAgent, editAgent, bringBack } from './editing.flow.ts'
import { orderKnowledge } from './knowledge/knowledge.flow.ts'
import { removeAgent } from './removing.ts'
import { syncAgent } from './provider-sync.flow.ts'
import { toDataAddress } from '../images/picture.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../voice-provider/services.ts'
import { actingIn } from '../audit/acting.routes.ts'
import * as calls from '#contract/agents/versions.ts'
import { readCounts, requireVersion, listVersions } from './quality/versions.ts'
import { wordDifference } from './quality/word-difference.ts'
import * as adminVoices from '#contract/agents/admin-voices.ts'
import { listVoices } from './voices/voices.ts'
import { readSample, usesLiveVoices } from './voices/voices.flow.ts'

export const adminAgentRoutes = routes<typeof adminAgents, Services>(adminAgents, {
  createAgent: async (context) => {
    const { services } = context
    const { id } = await addAgent(services, actingIn(context), context.body)
    return readAgentPage(services, id)
  },

  createPrivateAgent: async (context) => {
    const { services } = context
    const { agent, organizationIds, image } = context.body
    const bytes = image && Buffer.from(await image.arrayBuffer())
    const given = { organizationIds, ...(bytes && { image: bytes }) }
    const { id } = await addAgent(services, actingIn(context), { ...agent, isPrivate: true }, given)
    return readAgentPage(services, id)
  },

  adminAgents: ({ readLong, query }) => listAgentsForAdmin(readLong, query),
  readAdminAgent: ({ services, params }) => readAgentPage(services, params.id),

  changeAgent: async (context) => {
    const { services, params, body } = context
    await editAgent(services, actingIn(context), params.id, body)
    return readAgentPage(services, params.id)
  },

  deleteAgent: async (context) => {
    const { services, params, write } = context
    const removed = await write((tx) =>
      removeAgent(tx, actingIn(context), params.id, () => orderKnowledge(services, tx, params.id)),
    )
    return { success: true as const, ...removed }
  },

  syncAgent: async (context) => {
    const { services, readLong } = context
    const { id } = context.params
    await requireAgentForAdmin(readLong, id)
    await context.write((tx) =>
      recordAct(tx, actingIn(context), { action: 'agent.sync', target: { kind: 'agent', id } }),
    )
    await syncAgent(services, id)
    return readAgentPage(services, id)
  },
})

/** Returns an agent with all its settings. */
async function readAgentPage(services: Services, id: string): Promise<z.input<typeof adminAgents.adminAgentPage>> {
  const { read, readLong } = services.database
  const agent = await requireAgentForAdmin(readLong, id)
  const image = await findImageAt(read, agent.imageUrl)
  return { ...agent, imageData: image && toDataAddress(image) }
}

const shownAtOnce = 50

export const versionRoutes = routes<typeof calls, Services>(calls, {
  agentVersions: async ({ read, readLong, params, query }) => {
    await requireAgentForAdmin(readLong, params.id)
    // One more than is shown, which says whether there are older ones.
    const found = await listVersions(read, params.id, { before: query.before, limit: shownAtOnce + 1 })
    const counts = await readCounts(read, params.id)
    const versions = found.slice(0, shownAtOnce).map((row) => ({ ...row, counts: counts.of(row.revision) }))
    return { versions, hasOlder: found.length > shownAtOnce, total: counts.total }
  },

  readAgentVersion: async ({ read, readLong, params }) => {
    await requireAgentForAdmin(readLong, params.id)
    const { former, ...row } = await requireVersion(read, params.id, Number(params.revision))
    const changes = former && {
      systemPrompt: wordDifference(former.systemPrompt, row.words.systemPrompt),
      firstMessage: wordDifference(former.firstMessage, row.words.firstMessage),
    }
    return { ...row, changes, counts: (await readCounts(read, params.id)).of(row.revision) }
  },

  bringBackVersion: async (context) => {
    const { services, readLong, body, params } = context
    await requireAgentForAdmin(readLong, params.id)
    const version = { agentId: params.id, revision: Number(params.revision) }
    await bringBack(services, actingIn(context), version, body.before)
    return readAgentPage(services, params.id)
  },
})

export const adminVoiceRoutes = routes<typeof adminVoices, Services>(adminVoices, {
  adminVoices: ({ services, read }) => listVoices(read, usesLiveVoices(services)),

  readVoiceSample: async ({ services, params }) => ({
    wavBase64: (await readSample(services, params.id)).toString('base64'),
  }),
})
