import { Clock } from 'lucide-react'
import { formatCredits } from '#contract/amounts.ts'
import { classes } from '#web/ui/classes.ts'
import { Popover } from '#web/ui/popover.tsx'
import type { SignedIn } from './header.tsx'

/** The balance in words: the organization's pool in credits, else the personal one in minutes (S053-S055). */
export function balanceText(user: SignedIn): string {
  if (user.hasOrganizationAccess && user.organizationCredits !== null) {
    return `${formatCredits(user.organizationCredits)} credits`
  }
  return `${formatCredits(user.creditBalance)} minutes`
}

/** The balance in the header; its panel explains it (D32, D160). */
export function Balance({ user }: { user: SignedIn }) {
  return (
    <Popover
      title="1 credit = 1 minute"
      trigger={
        <button
          type="button"
          className="inline-flex h-9 items-center gap-2 rounded-control px-2.5 font-medium whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text"
        >
          <Clock aria-hidden className="size-4" />
          {user.hasOrganizationAccess && user.organizationName && (
            <span className="max-w-40 truncate">{user.organizationName}</span>
          )}
          <span className="text-text tabular">{balanceText(user)}</span>
        </button>
      }
    >
      <BalanceParts user={user} />
    </Popover>
  )
}

/** Where the minutes come from: the paid month's part is spent first and ends with it (D32). */
export function BalanceParts({ user, className }: { user: SignedIn; className?: string }) {
  if (user.hasOrganizationAccess)
    return <p className={classes('mt-1 text-sm text-muted', className)}>Shared by your organization.</p>
  return (
    <dl className={classes('mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm', className)}>
      <dt>
        This month
        <span className="block text-xs text-muted">{monthNote(user.monthlyEndsAt)}</span>
      </dt>
      <dd className="text-right tabular">{formatCredits(user.monthlyCredits)} min</dd>
      <dt>
        Purchased
        <span className="block text-xs text-muted">Never expires</span>
      </dt>
      <dd className="text-right tabular">{formatCredits(user.purchasedCredits)} min</dd>
    </dl>
  )
}

function monthNote(endsAt: string | null): string {
  if (!endsAt) return 'Comes with platform access'
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(endsAt))
  return `Used first, until ${date}`
}
