import type { RowOf } from '../kernel/serve.ts'
import { minTalkToRateSeconds, type ratings } from '#contract/agents/ratings.ts'
import type { Read, Tx } from '../database/sql.ts'

/** Ratings of agents: 1 to 5 stars from people who talked with them (D55). */

export type OwnRating = RowOf<typeof ratings>

/** Returns the agents that a person has talked to for 2 minutes in total, with their own rating. */
export function listRatings(read: Read, userId: string): Promise<OwnRating[]> {
  return read<OwnRating>`
    select talk.agent_id, stars, rated_at
    from (
      select agent_id from voice_session
      where user_id = ${userId} and counted_ms is not null
      group by agent_id having sum(counted_ms / 1000) >= ${minTalkToRateSeconds}
    ) as talk
    left join agent_rating on agent_rating.agent_id = talk.agent_id and agent_rating.user_id = ${userId}
    order by talk.agent_id limit 1000`
}

export async function eraseRatings(tx: Tx, userId: string): Promise<void> {
  await tx`delete from agent_rating where user_id = ${userId}`
}

/** Stores a person's rating in place of an earlier one; `mayRate` says who may. */
export async function rateAgent(
  tx: Tx,
  rating: { agentId: string; userId: string; stars: number; at: Date },
): Promise<{ agentId: string; stars: number; ratedAt: Date }> {
  await tx`
    insert into agent_rating (agent_id, user_id, stars, rated_at)
    values (${rating.agentId}, ${rating.userId}, ${rating.stars}, ${rating.at})
    on conflict (agent_id, user_id) do update set stars = excluded.stars, rated_at = excluded.rated_at`
  return { agentId: rating.agentId, stars: rating.stars, ratedAt: rating.at }
}

/** Removes the ratings of an agent that is deleted (D146). */
export async function eraseRatingsOf(tx: Tx, agentId: string): Promise<void> {
  await tx`delete from agent_rating where agent_id = ${agentId}`
}
