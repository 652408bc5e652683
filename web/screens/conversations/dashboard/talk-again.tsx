import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { type Agent, agents } from '#contract/agents/agents.ts'
import type { VoiceSession } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { formatRelativeDate } from '#web/kit/text/relative-date.tsx'
import { newestFirst } from '../conversation-filters.ts'

const shownCount = 4

/** The agents that the person talked to last, as far as they can talk to them now; a press opens the room. */
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
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {last.map(({ agent, conversation }) => (
          <li key={agent.id}>
            <button
              type="button"
              onClick={() => talkTo(agent)}
              className="flex w-full items-center gap-3 overflow-hidden rounded-card border border-line bg-surface text-left shadow-raised transition-colors hover:border-control-line hover:bg-hover"
            >
              <AgentPicture agent={agent} className="h-20 w-24 shrink-0 text-2xl" />
              <span className="min-w-0 py-2 pr-3">
                <span className="line-clamp-2 font-semibold">{agent.name}</span>
                <span className="mt-0.5 block text-sm text-muted tabular">
                  {formatRelativeDate(conversation.startedAt, new Date())},{' '}
                  <span translate="no">{formatDuration(conversation.durationSeconds)}</span>
                </span>
              </span>
            </button>
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
