import { Circle, CircleCheck } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { dismissChecklist, type SetupStep } from '#contract/organizations/dashboard.ts'
import { useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Overview, TabProps } from '../scope.ts'
import { OfferAgents } from '../agents/offer-agents.tsx'
import { useTabPath } from './tab-path.ts'

const titles: Record<SetupStep, string> = {
  agents: 'Assign agents',
  people: 'Invite people',
  app: 'Publish the app',
  talk: 'Have the first session',
}

const reasons: Record<SetupStep, string> = {
  agents: 'Your people can only talk to the agents that you assign. You can change them at any time.',
  people: 'Send invitations by email, or share one link with everyone.',
  app: 'Your team installs it under your name and logo.',
  talk: 'Pick an agent and say hello. It uses minutes from the pool.',
}

interface Props extends TabProps {
  checklist: NonNullable<Overview['checklist']>
}

/** What a new organization still has to set up; its own data ticks the steps. */
export function Checklist({ overview, checklist, scope }: Props) {
  const card = useKeptFocus<HTMLDivElement>()
  const count = useRef<HTMLSpanElement>(null)
  const doneCount = checklist.filter(({ isDone }) => isDone).length
  const hasAgents = checklist.some(({ step, isDone }) => step === 'agents' && isDone)
  return (
    <div ref={card}>
      <Card
        title={`Set up ${overview.name}`}
        description={
          <span ref={count} role="status" tabIndex={-1} className="outline-none">
            {`${doneCount} of ${checklist.length} done`}
          </span>
        }
        aside={<Dismiss scope={scope} />}
      >
        <ol aria-label="Checklist" className="-my-3 divide-y divide-line">
          {checklist.map(({ step, isDone }) => (
            <li key={step} className="flex gap-3 py-3">
              {isDone ? (
                <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
              ) : (
                <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-control-line" />
              )}
              <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <div className="min-w-0 flex-1 basis-64">
                  <p className={isDone ? 'text-muted' : 'font-medium'}>
                    <span className="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>
                    {titles[step]}
                  </p>
                  {!isDone && <p className="text-sm text-muted">{reasonOf(step, overview, hasAgents)}</p>}
                </div>
                {!isDone && (step !== 'talk' || hasAgents) && (
                  <Way step={step} overview={overview} scope={scope} next={() => count.current} />
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}

function Dismiss({ scope }: Pick<TabProps, 'scope'>) {
  const dismiss = useCall(dismissChecklist)
  return (
    <Button
      variant="ghost"
      size="dense"
      pending={dismiss.isPending}
      aria-label="Dismiss the checklist"
      className="-mt-1 -mr-2"
      onClick={() => dismiss.mutate({ query: scope })}
    >
      Dismiss
    </Button>
  )
}

/** Returns why a step matters, or what it still waits for. */
function reasonOf(step: SetupStep, { givesAccess }: Overview, hasAgents: boolean): string {
  if (step !== 'talk') return reasons[step]
  if (!givesAccess) return 'You can talk as soon as a package is paid for.'
  return hasAgents ? reasons.talk : 'You can talk as soon as an agent is assigned.'
}

interface WayProps extends TabProps {
  step: SetupStep
  /** Finds what takes the focus when the step is done in place. */
  next: () => HTMLElement | null
}

/** Leads to where a step is done. */
function Way({ step, overview, scope, next }: WayProps) {
  const pathOf = useTabPath()
  // Conversations belong to the organization in which a person works.
  const isHere = useMe()?.organizationId === overview.id
  if (step === 'agents') {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <OfferAgents scope={scope} next={next} />
        <Go href={pathOf('agents')}>Choose Agents</Go>
      </div>
    )
  }
  if (step === 'people') return <Go href={pathOf('users')}>Invite People</Go>
  if (step === 'app') return <Go href={pathOf('pwa')}>Open PWA Builder</Go>
  return isHere && overview.givesAccess && <Go href={paths.marketplace()}>Choose an Agent</Go>
}

function Go({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LinkButton variant="secondary" size="dense" href={href}>
      {children}
    </LinkButton>
  )
}
