import type { Me } from '#contract/identity/people.ts'
import type { TalkBound } from '#contract/conversations/voice-socket.ts'
import { Button } from '#web/kit/button.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'

interface Props {
  payer: Me
  /** What runs out first. */
  bound: TalkBound
  onBuy: () => void
  /** Within reach, but not in the way. */
  isQuiet?: boolean
}

/**
 * The one action that keeps a conversation going: ask for a higher monthly limit, ask the admins for minutes, or buy
 * some (D49, D190).
 */
export function MoreMinutes({ payer, bound, onBuy, isQuiet = false }: Props) {
  if (bound === 'budget') return <RequestMinutes size="dense" about="limit" />
  if (isMember(payer)) return <RequestMinutes size="dense" />
  return (
    <Button variant={isQuiet ? 'ghost' : 'secondary'} size="dense" onClick={onBuy} className="max-sm:px-2">
      Buy Credits
    </Button>
  )
}

/** Returns whether the user is a member, who cannot buy for the pool and asks its admins instead (D49). */
export function isMember({ organizationId, organizationRole }: Me): boolean {
  return organizationId !== null && organizationRole !== 'admin'
}

/** Returns the seconds that a user has left to talk: for a limited member those of the month, never the pool (D190). */
export function secondsToTalk({
  monthLeftSeconds,
  organizationCredits,
  hasOrganizationAccess,
  balanceSeconds,
}: Me): number {
  if (monthLeftSeconds !== null) return monthLeftSeconds
  if (!hasOrganizationAccess || organizationCredits === null) return balanceSeconds
  return Math.round(organizationCredits * 60)
}
