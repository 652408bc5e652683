import type pg from 'pg'
import { callAs, freeAgentId, preparePeople, startConversation } from './people.ts'
import { percentile, plain, type Row } from './report.ts'

/** How many people start conversations; each may start ten uncharged ones an hour. */
const peopleCount = 10
const warmUps = 1
const startsEach = 6

/**
 * Measures POST /api/sessions alone, as its caller waits for it: nothing else is requested meanwhile, while a page
 * prepares the sound at the same time. The call holds the first minute and asks the provider's stand-in for a
 * conversation.
 */
export async function benchStarts(url: string, owner: pg.Client): Promise<Row[]> {
  const people = await preparePeople(owner, url, peopleCount, 'starter')
  const agentId = await freeAgentId(owner)
  const tookMs: number[] = []
  for (let round = 0; round < warmUps + startsEach; round++) {
    for (const person of people) {
      const startedAt = performance.now()
      const { id } = await startConversation(url, person, agentId)
      // The first ones only warm up.
      if (round >= warmUps) tookMs.push(performance.now() - startedAt)
      await callAs(url, person.cookie, 'PUT', `/api/user/sessions/${id}/end`, {})
    }
  }
  return [
    plain(`POST /api/sessions alone, p50 of ${tookMs.length}`, percentile(tookMs, 0.5), ' ms'),
    plain('POST /api/sessions alone, p95', percentile(tookMs, 0.95), ' ms', 'p95 <= 40 ms'),
  ]
}
