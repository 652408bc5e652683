import type { FastifyInstance } from 'fastify'
import type { Read } from '../database/sql.ts'
import type * as z from 'zod/mini'
import { msToMinutes, msToSeconds, talkCostDollars } from '#contract/amounts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { countRequests } from '../agents/requests/requests.ts'
import {
  findOwnConversation,
  requireOwnConversation,
  hasWords,
  mayKeepTranscriptOf,
  maySeeTranscript,
  mayKeepTranscriptsIn,
} from './policies.ts'
import {
  deleteTranscript,
  findTranscript,
  keepTranscript,
  changeTranscriptSettings,
  readTranscriptSettings,
  searchTranscripts,
} from './transcripts.ts'
import { markWordsDeleted } from './voice-sessions.ts'
import type { Membership } from '../identity/memberships.ts'
import { giveVoiceConsent, noteTimeZone, type Person } from '../identity/users.ts'
import { listConversations, listUsage, readStats, type ConversationRow } from './history.ts'
import { endConversation, reconnectConversation, startConversation, startTest } from './lifecycle.flow.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from './services.ts'
import { voiceUrl } from '../kernel/site-url.ts'
import * as agentTests from '#contract/conversations/agent-tests.ts'
import { recordAct } from '../audit/acts.ts'
import { requireAgentForAdmin } from '../agents/admin-agents.ts'
import { actingIn } from '../audit/acting.routes.ts'
import * as talkTime from '#contract/conversations/talk-time.ts'
import { readTalkTime, type Talked } from './talk-time.ts'
import * as transcripts from '#contract/conversations/transcripts.ts'
import { refuse, Problem } from '../kernel/problem.ts'
import { takeRawBodies } from '../kernel/upload.ts'
import { recordConversation } from './provider-records.flow.ts'

export const voiceRoutes = routes<typeof voice, Services>(voice, {
  giveVoiceConsent: ({ person, body, at, write }) =>
    write((tx) => giveVoiceConsent(tx, person.id, body.version ?? voice.voiceNotice.version, at)),

  startConversation: async ({ services, person, membership, body, request, write }) => {
    const { timeZone } = body
    // Noted while the conversation is opened, because the person is waiting; its agent learns it when the socket opens.
    const [started] = await Promise.all([
      startConversation(services, person, membership, body.agentId, body),
      timeZone !== undefined && write((tx) => noteTimeZone(tx, person.id, timeZone)),
    ])
    return { ...started, signedUrl: voiceUrl(services.config, request, started.id, started) }
  },

  reconnectConversation: async ({ services, person, params, request }) => {
    const address = await reconnectConversation(services, person, params.id)
    return { signedUrl: voiceUrl(services.config, request, params.id, address) }
  },

  endConversation: async ({ services, person, params, body, log }) => {
    const { duration, cost } = body
    log.debug({ sessionId: params.id, clientDurationMinutes: duration, clientCost: cost }, 'client ended')
    return toAnswer(await endConversation(services, person, params.id))
  },

  keepTranscript: async ({ services, read, person, params, at, write, fail }) => {
    const lines = services.live.recall(params.id, person.id) ?? refuse('transcript_gone')
    if (!(await mayKeepTranscriptOf(read, params.id))) throw fail('transcripts_off')
    const kept = await write((tx) => keepTranscript(tx, { sessionId: params.id, userId: person.id, lines, at }))
    if (!kept) throw fail('transcript_gone')
    return kept
  },

  transcript: async ({ read, person, params, fail }) => {
    const kept = await findTranscript(read, params.id)
    if (!kept || !maySeeTranscript(person, kept)) throw fail('transcript_not_found')
    return kept
  },

  deleteTranscript: async ({ services, read, person, params, at, write, fail }) => {
    const conversation = await findOwnConversation(read, person, params.id)
    if (!conversation || !hasWords(conversation, at)) throw fail('transcript_not_found')
    services.live.dropWords(params.id)
    await write(async (tx) => {
      await markWordsDeleted(tx, params.id, at)
      await deleteTranscript(tx, params.id)
    })
    await services.wordsDeleted()
  },

  myConversations: async ({ readLong, person }) => (await listConversations(readLong, person.id)).map(toAnswer),

  myConversation: async ({ read, person, params, at }) => {
    const found = await requireOwnConversation(read, person, params.id)
    const { balanceBeforeMs, balanceAfterMs } = found
    return {
      ...found,
      ...toAnswer(found),
      hasWords: hasWords(found, at),
      balanceBefore: balanceBeforeMs === null ? null : msToMinutes(balanceBeforeMs),
      balanceAfter: balanceAfterMs === null ? null : msToMinutes(balanceAfterMs),
    }
  },

  usage: async ({ readLong, person }) =>
    (await listUsage(readLong, person.id)).map((line) => ({
      ...line,
      minutesUsed: msToMinutes(line.chargedMs),
      creditsDeducted: msToMinutes(line.chargedMs),
      secondsCharged: msToSeconds(line.chargedMs),
      balanceBefore: msToMinutes(line.balanceBeforeMs),
      balanceAfter: msToMinutes(line.balanceAfterMs),
    })),

  userStats: async ({ read, readLong, person }) => {
    const [{ totalSessions, talkedMs }, agentsRequested] = await Promise.all([
      readStats(readLong, person.id),
      countRequests(read, person.id),
    ])
    return {
      totalSessions,
      agentsRequested,
      minutesUsed: msToMinutes(talkedMs),
      secondsUsed: msToSeconds(talkedMs),
      averageSessionSeconds: totalSessions === 0 ? 0 : Math.round(talkedMs / totalSessions / 1000),
      creditsUsed: msToMinutes(talkedMs),
    }
  },
})

/** Reports one length of a conversation, the charged one, in minutes and in seconds. */
function toAnswer(row: ConversationRow): z.input<typeof voice.voiceSession> {
  const [minutes, seconds] = [msToMinutes(row.chargedMs), msToSeconds(row.chargedMs)]
  return {
    ...row,
    duration: minutes,
    durationSeconds: seconds,
    minutesUsed: minutes,
    cost: talkCostDollars(row.chargedMs),
    creditsDeducted: minutes,
    secondsCharged: seconds,
    startedAt: row.connectedAt ?? row.createdAt,
  }
}

export const agentTestRoutes = routes<typeof agentTests, Services>(agentTests, {
  testAgent: async (context) => {
    const { services, readLong, person, params, body, request } = context
    await requireAgentForAdmin(readLong, params.id)
    const started = await startTest(services, person, params.id, body)
    const target = { kind: 'agent', id: params.id } as const
    await context.write((tx) => recordAct(tx, actingIn(context), { action: 'agent.test', target }))
    return { ...started, signedUrl: voiceUrl(services.config, request, started.id, started) }
  },
})

export const talkTimeRoutes = routes<typeof talkTime, Services>(talkTime, {
  talkTime: async ({ readLong, person, query: { days, timeZone }, at }) => {
    const period = { dayCount: Number(days), timeZone, at }
    const found = await readTalkTime(readLong, person.id, period)
    return { days: found.days.map(withMinutes), agents: found.agents.map(withMinutes) }
  },
})

function withMinutes<Row extends Talked>(row: Row): Row & { minutes: number; seconds: number } {
  return { ...row, minutes: msToMinutes(row.talkedMs), seconds: msToSeconds(row.talkedMs) }
}

async function readHere(read: Read, person: Person, membership: Membership | null) {
  const isAllowedHere = await mayKeepTranscriptsIn(read, membership?.organizationId ?? null)
  return { ...(await readTranscriptSettings(read, person.id)), isAllowedHere }
}

export const transcriptRoutes = routes<typeof transcripts, Services>(transcripts, {
  transcriptSettings: ({ read, person, membership }) => readHere(read, person, membership),

  updateTranscriptSettings: async ({ read, person, membership, body, at, write }) => {
    await write((tx) => changeTranscriptSettings(tx, person.id, body, at))
    return readHere(read, person, membership)
  },

  searchTranscripts: async ({ readLong, person, query }) => searchTranscripts(readLong, person.id, query.q),
})

const maxRecordBytes = 8 * 1024 * 1024

/**
 * The voice provider's records, verified over the raw body and compared at once. Nothing else of them is kept (D90,
 * D91).
 */
export function voiceWebhookRoutes(app: FastifyInstance, services: Services): void {
  takeRawBodies(app)

  // The words of two hours, with the provider's additions, arrive in one request.
  app.post('/api/webhooks/elevenlabs', { bodyLimit: maxRecordBytes }, async (request) => {
    const signature = request.headers['elevenlabs-signature']
    const told =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? services.voice.verifyWebhook(request.body, signature, services.clock.real().getTime())
        : null
    if (!told) throw new Problem(400, 'bad_signature', 'The signature does not match.')
    // Records of other kinds and of other installations are accepted and ignored, because refusals make the provider
    // stop sending.
    if (told.record) await recordConversation(services, told.record)
    return { received: true }
  })
}
