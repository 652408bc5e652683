import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { timeZoneHint } from '../identity/time-zone.ts'
import { endReasons } from './voice-socket.ts'
import { agent_not_found, session_not_found } from '../refusals.ts'

/** The notice that people accept before their first conversation; a new version must be accepted again (D89). */
export const voiceNotice = {
  version: '2026-11',
  text: 'You will talk to an AI. Your voice is processed by our voice provider.',
} as const

export const conversationStatuses = ['active', 'completed', 'failed', 'abandoned'] as const

/** A conversation in its owner's lists (S132); money fields are for bookkeeping only (D31). */
export const voiceSession = z.object({
  id: z.string(),
  userId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  agentImageUrl: z.nullable(z.string()),
  /**
   * The time charged, or charged so far while it runs: minutes with four decimals, and the same in whole seconds. All are
   * 0 for a conversation that was not charged (D189).
   */
  duration: z.number(),
  durationSeconds: z.number(),
  minutesUsed: z.number(),
  cost: z.number(),
  creditsDeducted: z.number(),
  secondsCharged: z.number(),
  startedAt: isoTime,
  endedAt: z.nullable(isoTime),
  status: z.enum(conversationStatuses),
  endReason: z.nullable(z.enum(endReasons)),
  hasTranscript: z.boolean(),
  /** The beginning of what the person said first; null unless its transcript is kept (D90). */
  firstWords: z.nullable(z.string()),
})
export type VoiceSession = z.output<typeof voiceSession>

export const transcriptLine = z.object({ speaker: z.enum(['you', 'agent']), text: z.string(), atSeconds: z.number() })
export type TranscriptLine = z.output<typeof transcriptLine>

const insufficient_credits = [
  402,
  'Insufficient credits. You need at least one minute to start a conversation.',
] as const

export const startConversation = call('POST /api/sessions', {
  who: 'person',
  holdsSecret: true,
  summary: 'Starts a conversation: checks access, holds 60 s and returns a one-time socket address (D67-D69).',
  body: z.object({
    agentId: z.uuid({ error: 'Please choose an agent' }),
    /** After a lost connection, the conversation whose last turns the agent should know (D76). */
    resumeOf: z.optional(z.uuid()),
    /** Where the person is, so that the agent knows which day it is there; a zone that the server does not know is ignored. */
    timeZone: z.optional(timeZoneHint),
    /** "Not this time": the agent gets no notes about the person and proposes none (D185). */
    withoutMemory: z.optional(z.boolean({ error: 'withoutMemory must be true or false' })),
  }),
  answer: z.object({ id: z.string(), conversationId: z.string(), signedUrl: z.string() }),
  status: 201,
  errors: {
    agent_not_found,
    subscription_required: [403, 'You need an active subscription to talk to agents.'],
    organization_inactive: [403, "Your organization's access has ended."],
    agent_locked: [403, 'Unlock this agent before you use it.'],
    agent_paused: [409, 'This agent is currently paused.'],
    consent_required: [403, 'Please agree to the voice notice before your first session.'],
    session_active: [409, 'You are already in a conversation. Please end it first.'],
    too_many_short_sessions: [429, 'You have had too many very short sessions. Please try again in an hour.'],
    /** The server's message adds the amount (D44). */
    payment_disputed: [402, 'A disputed payment left a balance due. Please settle it on your account page.'],
    insufficient_credits,
    /** The server's message adds the organization's limit and when it resets (D131). */
    budget_reached: [402, 'Insufficient credits: your monthly budget is used up.'],
    voice_unavailable: [503, 'Unable to start voice session. Please try again.'],
    voice_busy: [503, 'All agents are busy. Please try again in a few minutes.'],
  },
})

/** Sent when a second conversation is refused; names the running one, so that the page can end it (D74). */
export const sessionActiveProblem = z.object({ sessionId: z.string() })

export const reconnectConversation = call('POST /api/sessions/:id/reconnect', {
  who: 'person',
  holdsSecret: true,
  summary: 'Returns a new socket address for a conversation whose connection was lost (D76).',
  answer: z.object({ signedUrl: z.string() }),
  errors: { session_not_found, session_over: [409, 'This conversation has already ended.'] },
})

export const endConversation = call('PUT /api/user/sessions/:id/end', {
  who: 'person',
  summary: 'Ends and settles a conversation once; the client’s figures are only logged (D77).',
  body: z.object({
    /** Minutes, as the client saw them. */
    duration: z.optional(z.number()),
    cost: z.optional(z.number()),
  }),
  answer: voiceSession,
  errors: { session_not_found },
})

export const myConversations = call('GET /api/user/sessions', {
  who: 'person',
  summary: 'Lists the person’s conversations, newest first.',
  answer: z.array(voiceSession),
})

export const myConversation = call('GET /api/user/sessions/:id', {
  who: 'person',
  summary: 'Returns one of the person’s conversations with the balance before and after, and why nothing was charged.',
  answer: z.extend(voiceSession, {
    /** Whether what was said is still there: kept, or ended within ten minutes and not deleted (D184, D202). */
    hasWords: z.boolean(),
    /** Minutes; null while the conversation runs. */
    balanceBefore: z.nullable(z.number()),
    balanceAfter: z.nullable(z.number()),
    note: z.nullable(z.string()),
  }),
  errors: { session_not_found },
})

export const keepTranscript = call('POST /api/user/sessions/:id/transcript', {
  who: 'person',
  summary: 'Keeps the text of a conversation that just ended; otherwise nothing is stored (D90).',
  answer: z.object({ lines: z.array(transcriptLine), keptUntil: isoTime }),
  status: 201,
  errors: {
    transcript_gone: [410, 'The text of this conversation is no longer available.'],
    transcripts_off: [403, 'Your organization does not allow transcripts to be kept.'],
  },
})

export const transcript = call('GET /api/user/sessions/:id/transcript', {
  who: 'person',
  summary: 'Returns the kept text of one of the person’s conversations.',
  answer: z.object({ lines: z.array(transcriptLine), keptUntil: isoTime }),
  errors: { transcript_not_found: [404, 'No text was kept for this conversation.'] },
})

export const deleteTranscript = call('DELETE /api/user/sessions/:id/transcript', {
  who: 'person',
  done: ['Transcript Deleted'],
  failed: ['Error', 'Failed to delete the transcript. Please try again.'],
  summary: 'Deletes the text of one of the person’s conversations and all that it left, kept or not (D202).',
  errors: { transcript_not_found: [404, 'No text was kept for this conversation.'] },
})

export const giveVoiceConsent = call('POST /api/account/voice-consent', {
  who: 'person',
  summary: 'Stores the person’s consent to the voice notice, with version and time (D89).',
  body: z.object({
    /** The version that the person read; when omitted, the current one. */
    version: z.optional(z.literal(voiceNotice.version, { error: 'The notice has changed. Please reload.' })),
  }),
})

/** One balance change caused by a conversation (S137). */
export const usageRow = z.object({
  id: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  agentId: z.string(),
  minutesUsed: z.number(),
  creditsDeducted: z.number(),
  secondsCharged: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  trackingDate: isoTime,
  notes: z.nullable(z.string()),
})

export const usage = call('GET /api/user/usage', {
  who: 'person',
  summary: 'Lists the ledger entries of the person’s conversations, newest first (D165).',
  answer: z.array(usageRow),
})

export const userStats = call('GET /api/user/stats', {
  who: 'person',
  summary: 'Returns the dashboard figures for the person’s charged conversations and the running one (D62, D189).',
  answer: z.object({
    totalSessions: z.number(),
    agentsRequested: z.number(),
    minutesUsed: z.number(),
    secondsUsed: z.number(),
    averageSessionSeconds: z.number(),
    creditsUsed: z.number(),
  }),
})
