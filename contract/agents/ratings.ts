import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { agent_not_found } from '../refusals.ts'
import { wholeNumber } from '../whole-number.ts'

/** The talk time that a person needs with an agent before rating it (D55). */
export const minTalkToRateSeconds = 120

const starsField = wholeNumber(1, 5, 'Please give 1 to 5 stars')

export const ratings = call('GET /api/user/ratings', {
  who: 'person',
  summary:
    'Lists the agents that this person has talked with for 2 minutes and can rate, each with their rating (D55).',
  answer: z.array(z.object({ agentId: z.string(), stars: z.nullable(z.number()), ratedAt: z.nullable(isoTime) })),
})

export const rateAgent = call('PUT /api/user/ratings/:agentId', {
  who: 'person',
  summary: 'Rates an agent with 1 to 5 stars, or changes the rating (D55).',
  body: z.object({ stars: starsField }),
  answer: z.object({ agentId: z.string(), stars: z.number(), ratedAt: isoTime }),
  failed: ['Error', 'Failed to save your rating. Please try again.'],
  errors: { agent_not_found, talk_first: [403, 'Talk with this agent for at least 2 minutes before you rate it.'] },
})
