import { useQuery } from '@tanstack/react-query'
import { Mic } from 'lucide-react'
import { useId, useState } from 'react'
import { type Agent, agentPage, agents } from '#contract/agents/agents.ts'
import { formatDuration } from '#contract/amounts.ts'
import type { VoiceSession } from '#contract/conversations/voice.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { formatRelativeDate } from '#web/kit/text/relative-date.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { NoAgents } from '#web/screens/agents/assigned-agents.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { newestFirst } from '../conversation-filters.ts'
import { suggestAgents, type Topic, topics } from './topics.ts'

/** Start here: for people who have not talked yet, three agents with a first question each, by what they care about. */
export function FirstTalk({ user }: { user: Me }) {
  const headingId = useId()
  const [topic, setTopic] = useState<Topic>('Sales')
  const all = useQuery(query(agents))
  const isTeam = user.organizationId !== null
  if (all.isError || (isTeam && !user.hasOrganizationAccess)) return null
  if (isTeam && all.data?.length === 0) return <NoAgents />
  if (all.data?.every(({ isActive, isUnlocked }) => !isActive || !isUnlocked)) return null
  return (
    <section
      aria-labelledby={headingId}
      className="night-room stars relative isolate overflow-hidden rounded-dialog px-4 py-8 sm:px-8 sm:py-10"
    >
      <h2 id={headingId} className="max-w-prose text-2xl font-semibold sm:text-3xl">
        Who do you want to talk to first?
      </h2>
      <div role="group" aria-label="What do you want to talk about?" className="mt-5 flex flex-wrap gap-2">
        {topics.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === topic}
            onClick={() => setTopic(value)}
            className={classes(
              'h-11 rounded-full border px-3 font-medium transition-colors sm:px-5',
              value === topic
                ? 'border-transparent bg-night-text text-night'
                : 'border-control-line text-text hover:bg-hover',
            )}
          >
            {value}
          </button>
        ))}
      </div>
      {all.data ? (
        <Suggestions agents={suggestAgents(all.data, topic)} />
      ) : (
        <SkeletonGroup label="Loading agents…" className="mt-6 grid gap-3 lg:grid-cols-3">
          <Skeleton className="h-44" />
        </SkeletonGroup>
      )}
    </section>
  )
}

function Suggestions({ agents: suggested }: { agents: readonly Agent[] }) {
  return (
    <ul className="in-order mt-6 grid gap-3 lg:grid-cols-3">
      {suggested.map((agent) => (
        <li key={agent.id}>
          <Suggestion agent={agent} />
        </li>
      ))}
    </ul>
  )
}

/** A button that starts a conversation with the agent at once, opening with its first question if there is one. */
function Suggestion({ agent }: { agent: Agent }) {
  const talkTo = useTalk()
  const page = useQuery(query(agentPage, { params: { agentId: agent.id } }))
  const question = page.data?.sampleConversation[0]?.question
  return (
    <button
      type="button"
      data-loading={page.isPending || undefined}
      onClick={() => talkTo(agent, question)}
      className="flex h-full w-full items-start gap-4 rounded-card border border-line bg-surface p-4 text-left transition-colors hover:bg-hover"
    >
      <AgentPicture agent={agent} className="size-16 shrink-0 rounded-full text-2xl" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{agent.name}</span>
        <span className="block text-sm text-muted">{agent.category}</span>
        {question && <q className="mt-2 block text-lg">{question}</q>}
      </span>
      <Mic aria-hidden className="size-5 shrink-0 self-center text-link" />
    </button>
  )
}

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
