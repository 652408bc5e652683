import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Agent, agentPage, agents } from '#contract/agents/agents.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { classes } from '#web/kit/classes.ts'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { NoAgents } from '#web/screens/agents/assigned-agents.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
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
      <p className="text-sm font-medium text-link">Start here</p>
      <h2 id={headingId} className="mt-1 max-w-prose text-2xl font-semibold sm:text-3xl">
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
              'h-11 rounded-full border px-5 font-medium transition-colors',
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
      <span className="min-w-0">
        <span className="block font-semibold">{agent.name}</span>
        <span className="block text-sm text-muted">{agent.category}</span>
        {question && <q className="mt-2 block text-lg">{question}</q>}
      </span>
    </button>
  )
}
