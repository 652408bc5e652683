import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { type Agent, type agentPage, unlockAgent } from '#contract/agents/agents.ts'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import { minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useConfig } from '#web/client/config.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { StarButtons } from '#web/kit/fields/star-buttons.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { isShutOut, shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'

interface Props {
  agent: Answer<typeof agentPage>
  user: Me
  onUse: () => void
}

/** What signed-in people can do on an agent's page: talk with it or unlock it, and rate it. */
export function PersonActions({ agent, user, onUse }: Props) {
  return (
    <>
      <WayIn {...{ agent, user, onUse }} />
      <div className="mt-6 border-t border-line pt-4">
        <RateAgent
          agent={agent}
          otherwise={<p className="text-sm text-muted">Talk with {agent.name} for 2 minutes to rate it.</p>}
        />
      </div>
    </>
  )
}

function WayIn({ agent, user, onUse }: Props) {
  const unlocking = useUnlock()
  if (isShutOut(user)) return <ShutOut user={user} />
  if (!user.hasAccess) {
    return (
      <LinkButton href={paths.marketplace()} size="touch" wide>
        Get Access to Talk
      </LinkButton>
    )
  }
  if (!agent.isActive) return <p className="text-muted">This agent is currently paused. It stays unlocked for you.</p>
  if (agent.isUnlocked) {
    return (
      <Button size="touch" wide onClick={onUse}>
        Use This Agent
      </Button>
    )
  }
  return (
    <>
      <Button
        size="touch"
        wide
        pending={unlocking.isUnlocking(agent.id)}
        pendingText="Unlocking…"
        onClick={() => void unlocking.unlock(agent)}
      >
        Unlock Agent
      </Button>
      <p className="mt-3 text-center text-sm text-muted">{unlocking.price}</p>
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

/** Unlocks an agent right away if unlocking is free; otherwise asks first and names the price (D52). */
export function useUnlock() {
  const [, navigate] = useLocation()
  const config = useConfig()
  const me = useMe()
  const call = useCall(unlockAgent)
  const priceMinutes = me?.role === 'admin' ? 0 : (config?.unlockCostCredits ?? 0)
  const balance = me?.creditBalance ?? 0
  const pay = (agentId: string) => call.submit({ params: { agentId }, body: { credits: priceMinutes } })

  async function unlock({ id, name }: Pick<Agent, 'id' | 'name'>): Promise<unknown> {
    if (priceMinutes === 0) return pay(id)
    const isShort = balance < priceMinutes
    return ask({
      title: `Unlock ${name}?`,
      text: (
        <>
          <p>
            This takes <span>{minutesText(priceMinutes)}</span> from your balance, once. After that, you can talk with{' '}
            {name} like any other agent.
          </p>
          <p className="mt-2">{`You have ${minutesText(balance)}.`}</p>
        </>
      ),
      confirm: isShort ? 'Add Credits' : `Unlock for ${minutesText(priceMinutes)}`,
      keep: 'Not Now',
      tone: 'primary',
      act: async () => (isShort ? navigate(paths.checkout()) : pay(id)),
    })
  }

  return {
    unlock,
    isUnlocking: (agentId: string) => call.isPending && call.variables.params.agentId === agentId,
    /** The price in a sentence. */
    price:
      priceMinutes > 0 ? `Unlocking takes ${minutesText(priceMinutes)} from your balance, once.` : 'Unlocking is free.',
  }
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
