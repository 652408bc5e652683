import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'

export const hoursSaved = call('GET /api/hours-saved', {
  who: 'anyone',
  summary: 'Returns how much time people say they saved, counted every hour; null while few have answered.',
  answer: z.object({
    /** Null while too few people have answered. */
    total: z.nullable(z.object({ savedMinutes: z.number(), answers: z.number(), countedAt: isoTime })),
  }),
})
