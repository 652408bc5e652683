import { formatDuration } from '#contract/amounts.ts'
import type { TalkBound } from '#contract/conversations/voice-socket.ts'
import type { Me } from '#contract/identity/people.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Tooltip } from '#web/kit/dialogs/menu.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import type { Snapshot } from '#web/voice/conversation-state.ts'

/** With less than this the way to more minutes stands out. */
const loudBelowSeconds = 600

interface Props {
  snapshot: Snapshot
  /** Null for a test, which is free. */
  payer: Me | null
  onBuy: () => void
}

/** Elapsed time, minutes left, and the way to get more. */
export function TimeRow({ snapshot, payer, onBuy }: Props) {
  const left = payer ? (snapshot.secondsLeft ?? secondsToTalk(payer)) : 0
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span role="timer" aria-label="Duration" className="flex items-center gap-2 text-lg font-medium tabular">
        <span
          aria-hidden
          className={classes(
            'size-2 rounded-full forced-color-adjust-none',
            snapshot.phase === 'reconnecting' ? 'bg-control-line' : 'bg-accent',
          )}
        />
        <span translate="no">{formatDuration(snapshot.elapsedSeconds)}</span>
      </span>
      {payer ? (
        <span className="flex flex-wrap items-center gap-2">
          <MinutesLeft secondsLeft={left} />
          {/* A warning shows it instead. */}
          {snapshot.warningSecondsLeft === null && (
            <MoreMinutes {...{ payer, onBuy }} bound={snapshot.bound} isQuiet={left >= loudBelowSeconds} />
          )}
        </span>
      ) : (
        <span className="text-muted">Free test</span>
      )}
    </div>
  )
}

function MinutesLeft({ secondsLeft }: { secondsLeft: number }) {
  const tone =
    secondsLeft < 30 ? 'bg-danger-soft text-danger' : secondsLeft < 120 ? 'bg-warning-soft text-warning' : 'bg-surface'
  return (
    <Tooltip text="1 credit = 1 minute">
      <button type="button" className={classes('h-8 rounded-full px-2.5 tabular pointer-coarse:h-11', tone)}>
        Credits <span className="max-sm:sr-only">left</span>{' '}
        <span translate="no" className="font-medium">
          {formatDuration(secondsLeft)}
        </span>
      </button>
    </Tooltip>
  )
}

interface MoreMinutesProps {
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
export function MoreMinutes({ payer, bound, onBuy, isQuiet = false }: MoreMinutesProps) {
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
