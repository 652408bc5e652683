import * as z from 'zod/mini'
import { call } from '../call.ts'
import { transcriptLine } from './voice.ts'
import { wholeNumber } from '../whole-number.ts'

/** The number of days that transcripts are kept, unless the person chooses otherwise (D90). */
export const defaultKeptDays = 90
export const maxKeptDays = 365

const daysText = `Please choose 1 to ${maxKeptDays} days`

const settings = z.object({
  /** Whether the text of every conversation is kept automatically; off by default. */
  save: z.boolean(),
  keptDays: wholeNumber(1, maxKeptDays, daysText),
})

const settingsHere = z.extend(settings, {
  /** Whether text can be kept in the person's current context; an organization can forbid it (D131). */
  isAllowedHere: z.boolean(),
})

export const transcriptSettings = call('GET /api/account/transcript-settings', {
  who: 'person',
  summary: 'Returns whether the text of the person’s conversations is kept, and for how long (D90).',
  answer: settingsHere,
})

export const updateTranscriptSettings = call('PATCH /api/account/transcript-settings', {
  who: 'person',
  failed: ['Error', 'Failed to save your transcript settings. Please try again.'],
  summary:
    'Changes whether the text of the person’s conversations is kept and for how long, including text already kept (D90).',
  body: z.object({ save: z.optional(settings.shape.save), keptDays: z.optional(settings.shape.keptDays) }),
  answer: settingsHere,
})

export const searchTranscripts = call('GET /api/user/transcripts', {
  who: 'person',
  summary: 'Finds the person’s conversations whose kept text has all the words in one line, and returns that line.',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(2, { error: 'Please enter at least 2 characters' }), z.maxLength(100)),
  }),
  answer: z.array(z.object({ sessionId: z.string(), line: transcriptLine, lineCount: z.number() })),
})
