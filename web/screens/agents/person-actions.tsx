import type { agentPage } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { isShutOut, shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { RateAgent } from './rate-agent.tsx'
import { useUnlock } from './use-unlock.tsx'

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
  return (
    <>
      {agent.isUnlocked ? (
        <Button size="touch" wide onClick={onUse}>
          Use This Agent
        </Button>
      ) : (
        <>
          <Button
            size="touch"
            wide
            pending={unlocking.isUnlocking(agent.id)}
            pendingText="Unlocking…"
            onClick={() => unlocking.unlock(agent)}
          >
            Unlock Agent
          </Button>
          <p className="mt-3 text-center text-sm text-muted">{unlocking.price}</p>
        </>
      )}
      {unlocking.dialog}
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
