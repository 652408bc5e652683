import { useQuery } from '@tanstack/react-query'
import { Quote } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { agentPage } from '#contract/agents/agents.ts'
import type { Sound } from '#contract/agents/sounds.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { isUnknown, Loaded } from '#web/client/loaded.tsx'
import { meQuery } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { PlayButton } from '#web/kit/sound/play-button.tsx'
import { SpokenWords } from '#web/kit/sound/spoken-words.tsx'
import { useSound } from '#web/kit/sound/player.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { AgentBadge, AgentPicture, Stars } from './agent-card.tsx'
import { Greeting, voiceName } from './greeting.tsx'

type Shown = Answer<typeof agentPage>

/** Visitors, who read this page on their way in, load nothing of what only signed-in people can do. */
const PersonActions = lazy(async () => ({ default: (await import('./person-actions.tsx')).PersonActions }))

/** Only those who manage what the agent has read, and staff who may see it, load it. */
const Documents = lazy(async () => ({ default: (await import('./documents/documents.tsx')).Documents }))

/** /agents/:id: the public page of one agent. */
export default function Agent() {
  const { id = '' } = useParams()
  return <AgentPage key={id} id={id} />
}

function AgentPage({ id }: { id: string }) {
  const me = useQuery(meQuery)
  const user = me.data
  const read = useQuery(query(agentPage, { params: { agentId: id } }))
  if (isUnknown(read.error)) return <Missing isSignedIn={Boolean(user)} />
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
      <Loaded read={read} what="this agent">
        {(agent) => (
          <>
            <Details agent={agent} user={user} />
            {(agent.managesDocuments || agent.readsDocuments) && (
              <div id="documents" className="mt-6 scroll-mt-20">
                <Suspense fallback={<Waiting className="h-64" />}>
                  <Documents agent={agent} />
                </Suspense>
              </div>
            )}
          </>
        )}
      </Loaded>
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

function Details({ agent, user }: { agent: Shown; user: Me | null | undefined }) {
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
            <Suspense fallback={<Waiting className="h-11" />}>
              <PersonActions agent={agent} user={user} />
            </Suspense>
          )}
        </div>
      </Card>
      <SampleConversation agent={agent} />
    </div>
  )
}

function Waiting({ className }: { className: string }) {
  return (
    <SkeletonGroup>
      <Skeleton className={className} />
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

/** A sample conversation: the agent's opening, and questions with its answers, each to read and to hear (D175). */
function SampleConversation({ agent }: { agent: Shown }) {
  const { name, firstMessage, greeting, sampleConversation } = agent
  return (
    <Card title="Sample conversation" description={`What ${name} says, word for word.`}>
      <ol className="flex flex-col gap-5">
        <Turn speaker={name} isAgent text={firstMessage} sound={greeting} hears="the greeting" />
        {sampleConversation.map(({ question, answer, sound, questionSound }) => (
          <li key={question}>
            <ol className="flex flex-col gap-5">
              <Turn
                speaker="You could ask"
                text={question}
                sound={questionSound}
                hears={`the question “${question}”`}
              />
              <Turn speaker={name} isAgent text={answer} sound={sound} hears={`the answer to “${question}”`} />
            </ol>
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface TurnProps {
  speaker: string
  isAgent?: boolean
  text: string
  sound: Sound | null
  /** The name of its play button, such as “Hear the greeting”. */
  hears: string
}

/** One line; with a sound it can be heard, and its words light up as they are spoken. */
function Turn({ speaker, isAgent = false, text, sound, hears }: TurnProps) {
  const key = sound?.url ?? ''
  const playing = useSound(key)
  const isHeard = playing.state !== 'idle' && playing.state !== 'failed'
  return (
    <li className={isAgent ? 'border-l-2 border-primary pl-4' : 'flex gap-3'}>
      {!isAgent && <Quote aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" />}
      <div className="flex flex-1 items-start gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className={isAgent ? 'text-sm font-medium text-link' : 'text-sm text-muted'}>{speaker}</span>
            {sound && <span className="text-xs text-muted">{voiceName(sound.voice)}</span>}
          </p>
          <p className={classes('mt-0.5 text-lg', !isAgent && 'font-medium')}>
            {sound && isHeard ? (
              <SpokenWords text={sound.text} wordStartsMs={sound.wordStartsMs} soundKey={key} />
            ) : (
              text
            )}
          </p>
          {playing.state === 'failed' && (
            <p role="status" className="mt-1 text-sm text-danger">
              The sound did not load. Please try again.
            </p>
          )}
        </div>
        {sound && <PlayButton name={hears} soundKey={key} urls={[key]} playing={playing} tone="plain" />}
      </div>
    </li>
  )
}
