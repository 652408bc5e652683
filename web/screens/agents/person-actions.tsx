import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { type Agent, type agentPage, unlockAgent } from '#contract/agents/agents.ts'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import { minutesText, countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { isShutOut, shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { useTalk } from './talking.ts'
import { Star } from 'lucide-react'
import { classes } from '#web/kit/classes.ts'

interface Props {
  agent: Answer<typeof agentPage>
  user: Me
}

/** What signed-in people can do on an agent's page: talk with it or unlock it, and rate it. */
export function PersonActions({ agent, user }: Props) {
  return (
    <>
      <WayIn agent={agent} user={user} />
      <div className="mt-6 border-t border-line pt-4">
        <RateAgent
          agent={agent}
          otherwise={<p className="text-sm text-muted">Talk with {agent.name} for 2 minutes to rate it.</p>}
        />
      </div>
    </>
  )
}

function WayIn({ agent, user }: Props) {
  const minutes = useUnlockMinutes()
  if (isShutOut(user)) return <ShutOut user={user} />
  if (!user.hasAccess) {
    return (
      <LinkButton href={paths.marketplace()} size="touch" wide>
        Get Access to Talk
      </LinkButton>
    )
  }
  if (!agent.isActive) return <p className="text-muted">This agent is currently paused. It stays unlocked for you.</p>
  return (
    <>
      <AgentButton agent={agent} isLarge />
      {!agent.isUnlocked && (
        <p className="mt-3 text-center text-sm text-muted">
          {minutes > 0 ? `Unlocking takes ${minutesText(minutes)} from your balance, once.` : 'Unlocking is free.'}
        </p>
      )}
    </>
  )
}

/** Explains why people in an organization without access cannot talk, and what its admins can do (D129, D130). */
function ShutOut({ user }: { user: Me }) {
  const way = wayToAccess(user)
  return (
    <>
      <p className="mb-3 text-muted">{shutOutText(user)}</p>
      {way && (
        <LinkButton href={way.href} size="touch" wide>
          {way.label}
        </LinkButton>
      )}
    </>
  )
}

/** The button that is currently possible: talk or unlock, and none while the agent is paused (S080, S081, D54). */
export function AgentButton({ agent, isLarge = false }: { agent: Agent; isLarge?: boolean }) {
  const talkTo = useTalk()
  const { unlock, isPending } = useUnlock(agent)
  const size = isLarge ? 'touch' : 'default'
  if (!agent.isActive) return null
  if (agent.isUnlocked) {
    return (
      <Button size={size} wide onClick={() => talkTo(agent)}>
        Use This Agent
      </Button>
    )
  }
  return (
    <Button
      variant={isLarge ? 'primary' : 'secondary'}
      size={size}
      wide
      pending={isPending}
      pendingText="Unlocking…"
      onClick={() => void unlock()}
    >
      Unlock Agent
    </Button>
  )
}

/** Returns the price of unlocking an agent, in minutes; admins pay nothing (D52). */
function useUnlockMinutes(): number {
  const config = useConfig()
  const isAdmin = useMe()?.role === 'admin'
  return isAdmin ? 0 : (config?.unlockCostCredits ?? 0)
}

/** Unlocks an agent right away if unlocking is free; otherwise asks first and names the price (D52). */
function useUnlock({ id, name }: Agent) {
  const [, navigate] = useLocation()
  const minutes = useUnlockMinutes()
  const balance = useMe()?.creditBalance ?? 0
  const { submit, isPending } = useCall(unlockAgent)
  const pay = () => submit({ params: { agentId: id }, body: { credits: minutes } })

  async function unlock(): Promise<unknown> {
    if (minutes === 0) return pay()
    const isShort = balance < minutes
    return ask({
      title: `Unlock ${name}?`,
      text: (
        <>
          <p>
            This takes <span>{minutesText(minutes)}</span> from your balance, once. After that, you can talk with {name}{' '}
            like any other agent.
          </p>
          <p className="mt-2">{`You have ${minutesText(balance)}.`}</p>
        </>
      ),
      confirm: isShort ? 'Add Credits' : `Unlock for ${minutesText(minutes)}`,
      keep: 'Not Now',
      tone: 'primary',
      act: async () => (isShort ? navigate(paths.checkout()) : pay()),
    })
  }

  return { unlock, isPending }
}

interface RateProps {
  agent: { id: string; name: string }
  /** Shown to people who have not talked long enough to rate. */
  otherwise?: ReactNode
}

/** Lets a person who has talked with an agent for 2 minutes rate it and change the rating (D55). */
export function RateAgent({ agent, otherwise = null }: RateProps) {
  const own = useQuery(query(ratings))
  const rate = useCall(rateAgent)
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

interface StarButtonsProps {
  /** What is being rated, for screen readers. */
  label: string
  /** 1 to 5; null until one is chosen. */
  value: number | null
  onChange: (stars: number) => void
}

/** One to five stars to choose from. */
function StarButtons({ label, value, onChange }: StarButtonsProps) {
  return (
    <div role="group" aria-label={label} className="-ml-1.5 flex large-text:flex-wrap">
      {[1, 2, 3, 4, 5].map((stars) => {
        const isFilled = value !== null && stars <= value
        return (
          <button
            key={stars}
            type="button"
            aria-label={countText(stars, 'star')}
            aria-pressed={stars === value}
            onClick={() => onChange(stars)}
            className="flex size-9 items-center justify-center rounded-control transition-colors hover:bg-hover pointer-coarse:size-11"
          >
            <Star
              aria-hidden
              data-filled={isFilled}
              className={classes('size-5', isFilled ? 'fill-current text-warning' : 'text-control-line')}
            />
          </button>
        )
      })}
    </div>
  )
}
