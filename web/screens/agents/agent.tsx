import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { agentPage } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { meQuery } from '#web/client/me.ts'
import { AgentBadge, AgentPicture } from './agent-card.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { Greeting } from './hear/greeting.tsx'
import { SampleConversation } from './hear/sample-conversation.tsx'
import { Stars } from './stars.tsx'
import { useTalk } from '#web/screens/agents/talking.ts'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

type Shown = Answer<typeof agentPage>

/** Visitors, who read this page on their way in, load nothing of what only signed-in people can do. */
const PersonActions = lazy(async () => ({ default: (await import('./person-actions.tsx')).PersonActions }))

/** Only those who manage what the agent has read, and staff who may see it, load it. */
const Documents = lazy(async () => ({ default: (await import('./documents/documents.tsx')).Documents }))

/** /agents/:id: the public page of one agent. */
export default function Agent() {
  const { id = '' } = useParams()
  const talkTo = useTalk()
  return <AgentPage key={id} id={id} onUse={talkTo} />
}

function AgentPage({ id, onUse }: { id: string; onUse: (agent: Shown) => void }) {
  const me = useQuery(meQuery)
  const user = me.data
  const read = useQuery(query(agentPage, { params: { agentId: id } }))
  if (read.error instanceof ApiError && read.error.status === 404) return <Missing isSignedIn={Boolean(user)} />
  if (read.isPending || me.isPending) return <PageSkeleton kind="cards" label="Loading the agent…" />
  return (
    <Page
      title={read.data?.name ?? 'Agent'}
      description={read.data?.category}
      above={
        user ? (
          <ParentLink href={paths.marketplace()} name="Marketplace" />
        ) : (
          <ParentLink href={paths.agents()} name="Agents" />
        )
      }
      actions={read.data && (user || !read.data.isUnlocked) && <AgentBadge agent={read.data} />}
    >
      {read.isError && <LoadError what="this agent" failed={read} />}
      {read.data && <Details agent={read.data} user={user} onUse={() => onUse(read.data)} />}
      {read.data && (read.data.managesDocuments || read.data.readsDocuments) && (
        <div id="documents" className="mt-6 scroll-mt-20">
          <Suspense fallback={<WaitingDocuments />}>
            <Documents agent={read.data} />
          </Suspense>
        </div>
      )}
    </Page>
  )
}

function Missing({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Page title="Agent not found" width="prose">
      <EmptyState
        title="This agent does not exist or is no longer available."
        action={
          isSignedIn ? (
            <LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>
          ) : (
            <LinkButton href={paths.agents()}>See All Agents</LinkButton>
          )
        }
      >
        {isSignedIn ? "You'll find all your agents in the marketplace." : 'See what Luna and its agents can do.'}
      </EmptyState>
    </Page>
  )
}

interface DetailsProps {
  agent: Shown
  user: Me | null | undefined
  onUse: () => void
}

function Details({ agent, user, onUse }: DetailsProps) {
  return (
    <div className="in-order grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
      <Card>
        <div className="relative mb-4 overflow-hidden rounded-control">
          <AgentPicture agent={agent} className="aspect-[16/9] w-full" />
          {agent.greeting && <Greeting name={agent.name} sound={agent.greeting} />}
        </div>
        <p className="text-reading">{agent.description}</p>
        <div className="mt-4">
          <Stars {...agent} />
        </div>
        <div className="mt-6">
          {user === null && <VisitorActions agentId={agent.id} />}
          {user && (
            <Suspense fallback={<WaitingActions />}>
              <PersonActions agent={agent} user={user} onUse={onUse} />
            </Suspense>
          )}
        </div>
      </Card>
      <SampleConversation agent={agent} />
    </div>
  )
}

function WaitingActions() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-11" />
    </SkeletonGroup>
  )
}

function WaitingDocuments() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-64" />
    </SkeletonGroup>
  )
}

function VisitorActions({ agentId }: { agentId: string }) {
  return (
    <div className="flex flex-col gap-3">
      <LinkButton href={paths.register()} size="touch" wide>
        Sign Up to Talk
      </LinkButton>
      <p className="text-center text-sm text-muted">
        Already have an account? <TextLink href={paths.login({ next: paths.agent(agentId) })}>Sign in</TextLink>
      </p>
    </div>
  )
}
