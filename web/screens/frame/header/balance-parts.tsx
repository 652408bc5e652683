import { formatMinutes } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import type { SignedIn } from './viewer.ts'

/** Returns the balance in words: the organization's pool in credits, or the personal balance in minutes (S053-S055). */
export function balanceText(user: SignedIn): string {
  if (user.organizationId !== null && user.organizationCredits !== null) {
    return `${formatMinutes(user.organizationCredits)} credits`
  }
  return `${formatMinutes(user.creditBalance)} minutes`
}

/** The two parts of the balance; the month's part is spent first and ends with the month (D32). */
export function BalanceParts({ user, className }: { user: SignedIn; className?: string }) {
  if (user.organizationId !== null)
    return <p className={classes('mt-1 text-sm text-muted', className)}>Shared by your organization.</p>
  return (
    <dl className={classes('mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm', className)}>
      <dt>
        This month
        <span className="block text-xs text-muted">{monthNote(user.monthlyEndsAt)}</span>
      </dt>
      <dd className="text-right tabular">{formatMinutes(user.monthlyCredits)} min</dd>
      <dt>
        Purchased
        <span className="block text-xs text-muted">Never expires</span>
      </dt>
      <dd className="text-right tabular">{formatMinutes(user.purchasedCredits)} min</dd>
    </dl>
  )
}

/** The link to every change of the balance. */
export function MinutesLink() {
  return (
    <p className="mt-3 text-sm">
      <TextLink href={paths.minutes()}>Where your minutes went</TextLink>
    </p>
  )
}

function monthNote(endsAt: string | null): string {
  if (!endsAt) return 'Comes with platform access'
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(endsAt))
  return `Used first, until ${date}`
}
