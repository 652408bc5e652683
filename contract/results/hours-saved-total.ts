import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { fewestPublicAnswers, fewestPublicPeople } from './hours-saved-rules.ts'

export const hoursSaved = call('GET /api/hours-saved', {
  who: 'anyone',
  summary: `Returns the sum of the time that people said their conversations saved them, from ${fewestPublicAnswers} answers of ${fewestPublicPeople} people on; it is counted every hour.`,
  answer: z.object({
    /** Null while too few people have answered. */
    total: z.nullable(z.object({ savedMinutes: z.number(), answers: z.number(), countedAt: isoTime })),
  }),
})
