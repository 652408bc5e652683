import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { type Agent, agents } from '#contract/agents/agents.ts'
import type { VoiceSession } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { formatRelativeDate } from '#web/kit/text/relative-date.tsx'
import { newestFirst } from '../conversation-filters.ts'

const shownCount = 4

/** The agents that the person talked to last, as far as they can talk to them now; "Talk" opens the room. */
export function TalkAgain({ conversations }: { conversations: readonly VoiceSession[] }) {
  const all = useQuery(query(agents))
  const talkTo = useTalk()
  const headingId = useId()
  const last = latestWith(conversations, all.data ?? [])
  if (all.isPending) {
    return (
      <SkeletonGroup label="Loading agents…">
        <Skeleton className="h-28" />
      </SkeletonGroup>
    )
  }
  if (last.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-lg font-semibold">
        Talk again
      </h2>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {last.map(({ agent, conversation }, place) => (
          <li
            key={agent.id}
            className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-surface p-3 pr-4 shadow-raised"
          >
            <AgentPicture agent={agent} className="size-16 shrink-0 rounded-full text-2xl" />
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-semibold">{agent.name}</span>
              <span className="mt-0.5 block text-sm text-muted tabular">
                {formatRelativeDate(conversation.startedAt, new Date())},{' '}
                <span translate="no">{formatDuration(conversation.durationSeconds)}</span>
              </span>
            </span>
            <Button
              variant={place === 0 ? 'primary' : 'secondary'}
              aria-label={`Talk to ${agent.name}`}
              onClick={() => talkTo(agent)}
            >
              Talk
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the newest conversation with each of the agents that can be talked to, newest first. */
function latestWith(conversations: readonly VoiceSession[], all: readonly Agent[]) {
  const open = new Map(
    all.filter(({ isActive, isUnlocked }) => isActive && isUnlocked).map((agent) => [agent.id, agent]),
  )
  const last = new Map<string, { agent: Agent; conversation: VoiceSession }>()
  for (const conversation of newestFirst(conversations)) {
    const agent = open.get(conversation.agentId)
    const isOver = conversation.status !== 'active' && conversation.secondsCharged > 0
    if (agent && isOver && !last.has(agent.id)) last.set(agent.id, { agent, conversation })
  }
  return [...last.values()].slice(0, shownCount)
}
