import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import { query, useCall } from '#web/client/api.ts'
import { agentFailures } from './toasts.ts'
import { StarButtons } from '#web/kit/fields/star-buttons.tsx'

interface Props {
  agent: { id: string; name: string }
  /** Shown to people who have not talked long enough to rate. */
  otherwise?: ReactNode
}

/** Lets a person who has talked with an agent for 2 minutes rate it and change the rating (D55). */
export function RateAgent({ agent, otherwise = null }: Props) {
  const own = useQuery(query(ratings))
  const rate = useCall(rateAgent, { failed: agentFailures.rating })
  if (!own.data) return null
  const mine = own.data.find(({ agentId }) => agentId === agent.id)
  if (!mine) return otherwise
  const { stars } = mine
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div>
        <p className="font-medium">{stars === null ? `Rate ${agent.name}` : 'Your rating'}</p>
        <p role="status" className="text-sm text-muted">
          {stars === null ? 'Others only see the average.' : `${stars} of 5 stars. Press a star to change it.`}
        </p>
      </div>
      <StarButtons
        label={`Rate ${agent.name}`}
        value={rate.isPending ? rate.variables.body.stars : stars}
        onChange={(next) =>
          !rate.isPending && void rate.submit({ params: { agentId: agent.id }, body: { stars: next } })
        }
      />
    </div>
  )
}
