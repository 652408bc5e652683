import * as z from 'zod/mini'
import * as agents from '#contract/agents/agents.ts'
import { landingAgents, landingSamples } from '#contract/agents/landing-agents.ts'
import { agentSamples, type Sound } from '#contract/agents/sounds.ts'
import { minutesToMs } from '#contract/amounts.ts'
import type { Call } from '#contract/call.ts'
import type { KnownAnswer } from '#contract/rendering.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Read } from '../database/sql.ts'
import { listAgentDetails } from './admin-agents.ts'
import { listKept } from './knowledge/policies.ts'
import {
  findAgentPage,
  listAgents,
  listPublicIds,
  listUnlocks,
  unlockAgent,
  type VisibleAgent,
  findTalkableAgent,
} from './agents.ts'
import { maySeeSetup, paysForUnlocks, type Viewer, viewerOf, mayRate } from './policies.ts'
import { byAgent, readSamples } from './sounds/heard.ts'
import { listHeardLines } from './sounds/sounds.ts'
import { readSettings } from '../settings/settings.ts'
import type { Span } from '../kernel/admin-list.ts'
import { type Routes, routes } from '../kernel/serve.ts'
import type { Services } from '../voice-provider/services.ts'
import * as ratings from '#contract/agents/ratings.ts'
import { listRatings, rateAgent } from './ratings.ts'
import { refuse } from '../kernel/problem.ts'

/** `afterSpending` is called with the account after minutes were spent. */
export function agentRoutes(afterSpending: (accountId: string) => Promise<void>): Routes<Services> {
  return routes<typeof agents, Services>(agents, {
    agents: async ({ read, person, membership, span }) => {
      const page = await readList(read, viewerOf(person, membership), span)
      if (!maySeeSetup(person)) return page
      const details = await listAgentDetails(read, idsOf(page.rows))
      const more = new Map(details.map((found) => [found.id, found]))
      return { ...page, rows: page.rows.map((agent) => ({ ...agent, ...more.get(agent.id) })) }
    },

    publicAgents: async ({ read, span }) => readList(read, viewerOf(null, null), span),

    agentPage: async ({ read, person, membership, params }) => {
      const page = (await readPage(read, params.agentId, viewerOf(person, membership))) ?? refuse('agent_not_found')
      const kept = await listKept(read, person, membership, { agentIds: [page.id], duty: 'agents.change' })
      if (kept.length > 0) return { ...page, managesDocuments: true }
      const readsDocuments = includesDuty(person?.staffRole ?? null, 'agents.read')
      return { ...page, managesDocuments: false, ...(readsDocuments && { readsDocuments }) }
    },

    unlockedAgents: async ({ read, person }) => listUnlocks(read, person.id),

    unlockAgent: async ({ read, person, membership, params: { agentId }, body, at, write, fail }) => {
      const { unlockCostCredits } = await readSettings(read)
      const priceMinutes = paysForUnlocks(person, membership) ? unlockCostCredits : 0
      if (body?.credits !== undefined && body.credits !== priceMinutes) {
        throw fail('price_changed', { field: 'credits', details: { credits: priceMinutes } })
      }
      const price = priceMinutes > 0 ? { accountId: person.accountId, ms: minutesToMs(priceMinutes) } : null
      const { unlock, isNew } = await write((tx) => unlockAgent(tx, { userId: person.id, agentId, price, at }))
      if (isNew && price) await afterSpending(person.accountId)
      return unlock
    },
  })
}

function toAgent<Row extends VisibleAgent>(row: Row, greeting: Sound | null = null) {
  return { ...row, greetingUrl: greeting?.url ?? null, greeting }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

async function readList(read: Read, viewer: Viewer, span: Span) {
  const page = await listAgents(read, viewer, span)
  const lines = byAgent(await listHeardLines(read, idsOf(page.rows), 'greeting'))
  return { ...page, rows: page.rows.map((agent) => toAgent(agent, lines.get(agent.id)?.get('greeting'))) }
}

type AgentPage = z.input<typeof agents.agentPage.answer>

/** Returns an agent as its page shows it, or null if this viewer may not see it. */
async function readPage(
  read: Read,
  agentId: string,
  viewer: Viewer,
): Promise<Omit<AgentPage, 'managesDocuments'> | null> {
  const agent = await findAgentPage(read, agentId, viewer)
  if (!agent) return null
  const lines = byAgent(await listHeardLines(read, [agent.id])).get(agent.id)
  const sampleConversation = agent.sampleConversation.map((turn, place) => {
    const sound = lines?.get(`answer-${place}`) ?? null
    return { ...turn, audioUrl: sound?.url ?? null, sound, questionSound: lines?.get(`question-${place}`) ?? null }
  })
  return { ...toAgent(agent, lines?.get('greeting')), sampleConversation }
}

/**
 * Returns what a page with agents shows to visitors: the landing page's samples, all public agents, or one of them. Null
 * for other pages, and where there is no such agent (D53, D198).
 */
export async function readAgentsOfPage({ database }: Services, pathname: string): Promise<KnownAnswer[] | null> {
  const { read } = database
  if (pathname === '/') {
    const samples = await readSamples(read, landingAgents, landingAgents.length)
    return [known(agentSamples, z.parse(agentSamples.answer, samples), landingSamples)]
  }
  if (pathname === '/agents') {
    const { rows } = await readList(read, viewerOf(null, null), { limit: 1000, offset: 0, after: null })
    return [known(agents.publicAgents, z.parse(agents.publicAgents.answer, rows))]
  }
  const [, agentId] = /^\/agents\/([^/]+)$/.exec(pathname) ?? []
  if (!z.safeParse(z.uuid(), agentId).success || !agentId) return null
  const page = await readPage(read, agentId, viewerOf(null, null))
  const shown = page && z.parse(agents.agentPage.answer, { ...page, managesDocuments: false })
  return shown && [known(agents.agentPage, shown, { params: { agentId } })]
}

function known({ method, path }: Call, answer: unknown, input?: KnownAnswer['input']): KnownAnswer {
  return { call: `${method} ${path}`, answer, ...(input && { input }) }
}

/** Returns the addresses of the pages of all public agents. */
export async function listAgentPages({ database }: Services): Promise<string[]> {
  return (await listPublicIds(database.read)).map((id) => `/agents/${id}`)
}

export const ratingRoutes = routes<typeof ratings, Services>(ratings, {
  ratings: async ({ read, person }) => listRatings(read, person.id),

  rateAgent: async ({ read, person, membership, params: { agentId }, body: { stars }, at, write, fail }) => {
    const userId = person.id
    const rated = await write(async (tx) =>
      (await mayRate(tx, userId, agentId)) ? rateAgent(tx, { agentId, userId, stars, at }) : null,
    )
    if (rated) return rated
    const agent = await findTalkableAgent(read, agentId, viewerOf(person, membership))
    throw fail(agent ? 'talk_first' : 'agent_not_found')
  },
})
