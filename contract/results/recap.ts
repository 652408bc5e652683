import * as z from 'zod/mini'
import { shownAddress } from '../identity/people.ts'
import { call } from '../call.ts'
import { transcriptLine } from '../conversations/voice.ts'
import { requiredLine, requiredText } from '../required-text.ts'
import { session_not_found } from '../refusals.ts'

/** What came of a conversation: title, summary, proposed next steps, and what its answers were taken from (D184). */

export const recapLimits = { title: 120, summary: 2000 } as const

export const proposalStates = ['proposed', 'open', 'done', 'dismissed'] as const

/** A next step that was said; it becomes the person's own when they accept it. */
export const proposal = z.object({
  id: z.string(),
  title: z.string(),
  /** A day that was said, such as `2026-12-04`. */
  dueOn: z.nullable(z.string()),
  /** The second of the line in `lines` in which it was said. */
  atSecond: z.nullable(z.number()),
  state: z.enum(proposalStates),
})
export type Proposal = z.output<typeof proposal>

/** A document that was read for an answer. */
export const answerSource = z.object({
  /** The second of the answer's line in `lines`. */
  atSecond: z.number(),
  title: z.string(),
  excerpt: z.string(),
})
export type AnswerSource = z.output<typeof answerSource>

const recapOfConversation = z.object({
  /** `none`: nothing came of it, or its words are gone. */
  state: z.enum(['processing', 'ready', 'none']),
  title: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  proposals: z.array(proposal),
  sources: z.array(answerSource),
  /** Whether it is stored, with the text; only then title and summary can be changed. */
  isKept: z.boolean(),
  isEdited: z.boolean(),
  /** The words, to which the seconds refer; empty while this server does not have them. */
  lines: z.array(transcriptLine),
})
export type RecapOfConversation = z.output<typeof recapOfConversation>

const deleted = [404, 'You deleted the words of this conversation.'] as const
const gone = [410, 'The recap of this conversation is no longer available.'] as const
const provider_away = [503, "Our voice provider isn't responding right now. Please try again later."] as const
const recap_not_ready = [409, 'The recap is not ready yet. Please try again in a moment.'] as const

export const readRecap = call('GET /api/user/sessions/:id/recap', {
  who: 'person',
  summary: 'Returns what came of one of the person’s conversations, for ten minutes or while its text is kept (D184).',
  answer: recapOfConversation,
  errors: { session_not_found, recap_gone: deleted, provider_away },
})

export const editRecap = call('PATCH /api/user/sessions/:id/recap', {
  who: 'person',
  failed: ['Error', 'Failed to save the recap. Please try again.'],
  summary: 'Changes title or summary of a kept recap; no later analysis replaces the person’s own words (D184).',
  body: z.object({
    title: z.optional(requiredLine('Title', recapLimits.title)),
    summary: z.optional(requiredText('Summary', recapLimits.summary)),
  }),
  answer: recapOfConversation,
  errors: {
    session_not_found,
    not_kept: [409, 'Keep the transcript first to edit its recap.'],
    recap_gone: deleted,
    provider_away,
  },
})

export const analyseAgain = call('POST /api/user/sessions/:id/recap/analysis', {
  who: 'person',
  failed: ['Error', 'Failed to analyze the session again. Please try again.'],
  summary:
    'Analyzes a conversation again: replaces only what the person has not changed, and adds new proposals (D184).',
  answer: recapOfConversation,
  errors: {
    session_not_found,
    recap_gone: [410, "This session can't be analyzed again."],
    recap_not_ready,
    provider_away,
  },
})

export const mailRecap = call('POST /api/user/sessions/:id/recap/mail', {
  who: 'person',
  failed: ['Error', 'Failed to email the recap. Please try again.'],
  summary: 'Mails a recap to the person’s own address, once that is confirmed (D193).',
  answer: z.object({ sentTo: shownAddress }),
  errors: {
    session_not_found,
    recap_gone: gone,
    recap_not_ready,
    provider_away,
    email_unverified: [409, 'Please confirm your email address first, under Profile & security.'],
  },
})
