import type { Me } from '#contract/identity/people.ts'
import type { TalkBound } from '#contract/conversations/voice-socket.ts'
import { Button } from '#web/kit/button.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'

interface Props {
  payer: Me
  /** What is used up first. */
  bound: TalkBound
  onBuy: () => void
}

/**
 * The one act that helps a conversation on: to ask for more of the month where that is short, or for minutes where they
 * are others' to buy, else to buy some (D49, D190).
 */
export function MoreMinutes({ payer, bound, onBuy }: Props) {
  if (bound === 'budget') return <RequestMinutes size="dense" about="limit" />
  if (isMember(payer)) return <RequestMinutes size="dense" />
  return (
    <Button variant="secondary" size="dense" onClick={onBuy} className="max-sm:px-2">
      Buy Credits
    </Button>
  )
}

/** Members cannot buy for a pool that they do not run: they ask those who can (D49). */
export function isMember({ organizationId, organizationRole }: Me): boolean {
  return organizationId !== null && organizationRole !== 'admin'
}

/** What somebody has left to talk where they work, in seconds: of the own month where it is limited, never the pool (D190). */
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
