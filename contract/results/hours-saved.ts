import * as z from 'zod/mini'
import { call } from '../call.ts'
import { timeZone } from '../identity/time-zone.ts'
import { isoTime } from '../identity/people.ts'
import { organizationQuery } from '../organizations/ranks.ts'
import { answerDays, fewestPeople, mostSavedMinutes } from './hours-saved-rules.ts'
import { session_not_found } from '../refusals.ts'
import { wholeNumber } from '../whole-number.ts'

const minutesText = `Please choose 0 to ${mostSavedMinutes} whole minutes`

const savedMinutes = wholeNumber(0, mostSavedMinutes, minutesText)

/** A calendar month such as 2026-11. */
export const month = z
  .string()
  .check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'Please send a month such as 2026-11' }))

const unknown = { session_not_found } as const

const savedTime = z.object({
  /** What the person said; null without an answer. */
  savedMinutes: z.nullable(z.number()),
  /** Until when the person can answer and change the answer; null for a conversation that has no question. */
  answerableUntil: z.nullable(isoTime),
})
export type SavedTime = z.output<typeof savedTime>

export const savedTimeOf = call('GET /api/user/sessions/:id/hours-saved', {
  who: 'person',
  summary: 'Returns how much time the person said one of their conversations saved them, and until when they can.',
  answer: savedTime,
  errors: unknown,
})

export const answerSavedTime = call('PUT /api/user/sessions/:id/hours-saved', {
  who: 'person',
  failed: ['Failed to save your answer', 'Please try again.'],
  summary: `Stores or changes how many minutes the person says a conversation saved them, within ${answerDays} days of its end; only for conversations that were charged.`,
  body: z.object({ savedMinutes }),
  answer: savedTime,
  errors: {
    ...unknown,
    answer_not_asked: [409, 'Only finished conversations that were charged can be answered.'],
    answer_too_late: [409, `You can answer for ${answerDays} days after a conversation.`],
  },
})

export const removeSavedTime = call('DELETE /api/user/sessions/:id/hours-saved', {
  who: 'person',
  failed: ['Failed to remove your answer', 'Please try again.'],
  summary: 'Removes the person’s answer about a conversation, at any time.',
  answer: savedTime,
  errors: unknown,
})

/** What is counted of a month: charged conversations that have ended, and answers about them. */
const counts = { month: z.string(), conversations: z.number() }

export const ownHoursSaved = call('GET /api/user/hours-saved', {
  who: 'person',
  summary:
    'Returns the sum of what the person said in a month, with every answer; a conversation belongs to the month it began in the person’s time zone.',
  query: z.object({ month, timeZone }),
  answer: z.object({
    ...counts,
    answers: z.number(),
    /** Null without an answer. */
    savedMinutes: z.nullable(z.number()),
    /** Every answer, newest conversation first. */
    rows: z.array(
      z.object({
        sessionId: z.string(),
        agentId: z.string(),
        agentName: z.string(),
        startedAt: isoTime,
        savedMinutes: z.number(),
      }),
    ),
  }),
})

export const organizationHoursSaved = call('GET /api/organization/hours-saved', {
  who: 'organization_admin',
  summary: `Returns the sum of what the organization’s people said in a month (UTC), only over at least ${fewestPeople} people and never by person.`,
  query: z.extend(organizationQuery, { month }),
  answer: z.object({
    ...counts,
    /** The sum and the answers in it; null while fewer than 3 people have answered. */
    counted: z.nullable(z.object({ savedMinutes: z.number(), answers: z.number(), people: z.number() })),
    /** Whether newer answers wait until 3 people have answered. */
    hasWaiting: z.boolean(),
    /** From when on the month's answers are final and shown by agent. */
    agentsFrom: isoTime,
    /**
     * By saved time, most first; the last row, without an id, is every agent with fewer than 3 people. Null before
     * `agentsFrom`, and while nothing is counted.
     */
    agents: z.nullable(
      z.array(
        z.object({
          agentId: z.nullable(z.string()),
          agentName: z.nullable(z.string()),
          savedMinutes: z.number(),
          answers: z.number(),
        }),
      ),
    ),
  }),
})
