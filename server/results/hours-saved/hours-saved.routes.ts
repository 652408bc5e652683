import * as z from 'zod/mini'
import type { KnownAnswer } from '#contract/rendering.ts'
import { fewestPeople } from '#contract/results/hours-saved-rules.ts'
import * as hoursSaved from '#contract/results/hours-saved.ts'
import * as hoursSavedTotal from '#contract/results/hours-saved-total.ts'
import type { ConversationDetails } from '../../conversations/history.ts'
import { requireOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import type { Read } from '../../database/sql.ts'
import { routes } from '../../kernel/serve.ts'
import { findAnswer, removeAnswer, storeAnswer, findPublicTotal, answerableUntil, refuseAnswer } from './answers.ts'
import { closedFrom, readOrganizationMonth, readOwnMonth } from './months.ts'
import { addUp, countedAnswers, givenAnswers, sumsByAgent } from './shown-answers.ts'

export const hoursSavedRoutes = routes<typeof hoursSaved, Services>(hoursSaved, {
  savedTimeOf: async ({ read, person, params }) =>
    readAnswer(read, await requireOwnConversation(read, person, params.id)),

  answerSavedTime: async ({ read, person, params, body: { savedMinutes }, at, write, fail }) => {
    const conversation = await requireOwnConversation(read, person, params.id)
    const refusal = refuseAnswer(conversation, at)
    if (refusal) throw fail(refusal)
    return write(async (tx) => {
      await storeAnswer(tx, { sessionId: params.id, userId: person.id, savedMinutes, at })
      return readAnswer(tx, conversation)
    })
  },

  removeSavedTime: async ({ read, person, params, at, write }) => {
    const conversation = await requireOwnConversation(read, person, params.id)
    return write(async (tx) => {
      await removeAnswer(tx, { sessionId: params.id, userId: person.id, at })
      return readAnswer(tx, conversation)
    })
  },

  ownHoursSaved: async ({ readLong, person, query }) => {
    const { conversations, answers } = await readOwnMonth(readLong, person.id, query)
    const sum = answers.reduce((total, { savedMinutes }) => total + savedMinutes, 0)
    const savedMinutes = answers.length === 0 ? null : sum
    return { month: query.month, conversations, answers: answers.length, savedMinutes, rows: answers }
  },

  organizationHoursSaved: async ({ readLong, member, query: { month }, at }) => {
    const { conversations, places } = await readOrganizationMonth(readLong, member.organizationId, month)
    const counted = countedAnswers(places)
    const sum = addUp(counted)
    const isShown = sum.people >= fewestPeople
    const agentsFrom = closedFrom(month)
    return {
      month,
      conversations,
      counted: isShown ? sum : null,
      hasWaiting: counted.length < givenAnswers(places).length,
      agentsFrom,
      agents: isShown && at >= agentsFrom ? sumsByAgent(counted) : null,
    }
  },
})

export const hoursSavedTotalRoutes = routes<typeof hoursSavedTotal, Services>(hoursSavedTotal, {
  hoursSaved: async ({ read }) => ({ total: await findPublicTotal(read) }),
})

async function readAnswer(read: Read, conversation: ConversationDetails) {
  const savedMinutes = await findAnswer(read, conversation.id)
  return { savedMinutes, answerableUntil: answerableUntil(conversation) }
}

/** The pages that show the public figure. */
const pagesWithTotal = new Set(['/', '/hours-saved'])

/** Returns what such a page shows besides the public settings; null for every other page. */
export async function readTotalOfPage({ database }: Services, pathname: string): Promise<KnownAnswer[] | null> {
  if (!pagesWithTotal.has(pathname)) return null
  const { method, path, answer } = hoursSavedTotal.hoursSaved
  const total = await findPublicTotal(database.read)
  return [{ call: `${method} ${path}`, answer: z.parse(answer, { total }) }]
}
