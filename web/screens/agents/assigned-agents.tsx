import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { adminsAsked } from '#web/screens/frame/header/request-minutes.tsx'
import { AgentCardFrame } from './agent-card.tsx'
import type { TalkAgent } from './talking.ts'

type Assignment = Answer<typeof organizationAgents>[number]

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

interface Props {
  list: readonly Assignment[]
  /** Whether the person is working in this organization; conversations always belong to the current one. */
  isHere: boolean
  /** Whether the organization has access; without it, its people cannot talk (D129, D130). */
  isOpen?: boolean
  onTalk: (agent: TalkAgent) => void
  /** The heading level of the agents' names on the page. */
  level?: 2 | 3
  /** Whether names lead to the agents' pages, which an organization's own app does not have. */
  hasPages?: boolean
}

/** The agents that an organization makes available to a person (S412-S414). */
export function AssignedAgents({ list, isHere, isOpen = true, onTalk, level = 3, hasPages = false }: Props) {
  if (list.length === 0) return <NoAgents />
  return (
    <ul className={grid}>
      {list.map(({ id, agentId, agent }) => (
        <li key={id}>
          <AgentCardFrame
            agent={agent}
            level={level}
            href={hasPages ? paths.agent(agentId) : undefined}
            badge={<State isActive={agent.isActive} isOpen={isOpen} />}
            figures={<p className="text-sm text-muted">{`(${countText(agent.sessionCount, 'session')})`}</p>}
          >
            {isHere && isOpen && agent.isActive && (
              <Button wide onClick={() => onTalk({ ...agent, id: agentId })}>
                Use This Agent
              </Button>
            )}
          </AgentCardFrame>
        </li>
      ))}
    </ul>
  )
}

function State({ isActive, isOpen }: { isActive: boolean; isOpen: boolean }) {
  if (!isActive) return <Badge tone="warning">Paused</Badge>
  return isOpen ? <Badge tone="success">Unlocked</Badge> : <Badge tone="neutral">Not available</Badge>
}

export function LoadingAgents() {
  return (
    <SkeletonGroup label="Loading your agents…" className={grid}>
      {Array.from({ length: 3 }, (_, card) => (
        <Skeleton key={card} className="h-80" />
      ))}
    </SkeletonGroup>
  )
}

const noneTitle = 'No agents available'
const dayMs = 24 * 60 * 60_000

/** Replaces an organization's agents when none is assigned: its admins assign some, the others ask them (S414). */
export function NoAgents() {
  const isAdmin = useMe()?.organizationRole === 'admin'
  if (!isAdmin) return <AskAdmins />
  const action = <LinkButton href={paths.organizationDashboard({ tab: 'agents' })}>Assign Agents</LinkButton>
  return (
    <EmptyState title={noneTitle} action={action}>
      Assign the agents that you and your team can talk to.
    </EmptyState>
  )
}

/** Asks the admins for agents, at most once a day; the person's own message shows that they have been asked. */
function AskAdmins() {
  const [now] = useState(() => Date.now())
  const answer = useRef<HTMLParagraphElement>(null)
  const list = useQuery(query(communications))
  const asked = list.data?.find(
    ({ messageType, isOwn, createdAt }) =>
      messageType === 'agents_request' && isOwn && Date.parse(createdAt) > now - dayMs,
  )
  return (
    <EmptyState
      title={noneTitle}
      action={
        asked ? (
          <LinkButton variant="secondary" href={paths.messages({ thread: asked.id })}>
            See Your Message
          </LinkButton>
        ) : (
          <Ask next={() => answer.current} />
        )
      }
    >
      <p>Contact your organization admin to assign agents.</p>
      <p ref={answer} role="status" tabIndex={-1} className="mt-1 outline-none empty:hidden">
        {asked && 'Your admins have received your request.'}
      </p>
    </EmptyState>
  )
}

function Ask({ next }: { next: () => HTMLElement | null }) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const { mutate, isPending } = useCall(sendMessage, adminsAsked)
  const body = {
    subject: 'Request for agents',
    message: "I can't talk to any agent yet. Could you assign some to our organization?",
    messageType: 'agents_request',
    audience: 'organization',
  } as const
  return (
    <div ref={part}>
      <Button pending={isPending} pendingText="Sending…" onClick={() => mutate({ body })}>
        Ask Your Admins
      </Button>
    </div>
  )
}
