import { formatDate } from '#contract/dates.ts'
import { creditText, minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import type { SignedIn } from './viewer.ts'

type Payer = Pick<SignedIn, 'organizationId' | 'organizationCredits' | 'monthLeftSeconds' | 'creditBalance'>

/** Returns the minutes to talk with: the pool, of a limited member what is left this month (D190), or the own balance. */
export function minutesToTalk({ organizationId, organizationCredits, monthLeftSeconds, creditBalance }: Payer): number {
  if (monthLeftSeconds !== null) return monthLeftSeconds / 60
  return organizationId === null ? creditBalance : (organizationCredits ?? creditBalance)
}

/** Returns the balance in words: in an organization in credits, otherwise in minutes (S053-S055). */
export function balanceText(user: SignedIn): string {
  const isShared = user.organizationId !== null && user.organizationCredits !== null
  return isShared ? creditText(minutesToTalk(user)) : minutesText(minutesToTalk(user))
}

interface BarProps {
  user: Pick<Me, 'fullMinutes' | 'monthlyCredits' | 'purchasedCredits'>
  className: string
}

/** The rest of the balance since minutes were last added, in its two parts. */
export function BalanceBar({ user, className }: BarProps) {
  return (
    <ShareBar
      className={className}
      total={user.fullMinutes}
      shares={[
        { value: user.monthlyCredits, tone: 'accent' },
        { value: user.purchasedCredits, tone: 'primary' },
      ]}
    />
  )
}

/** The two parts of the balance; the month's part is spent first and ends with the month (D32). */
export function BalanceParts({ user, className }: { user: SignedIn; className?: string }) {
  if (user.organizationId !== null)
    return (
      <p className={classes('mt-1 text-sm text-muted', className)}>
        {user.monthLeftSeconds === null ? 'Shared by your organization.' : 'Left of your monthly limit.'}
      </p>
    )
  return (
    <dl className={classes('mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm', className)}>
      <dt>
        This month
        <span className="block text-xs text-muted">{monthNote(user.monthlyEndsAt)}</span>
      </dt>
      <dd className="text-right tabular">{minutesText(user.monthlyCredits)}</dd>
      <dt>
        Purchased
        <span className="block text-xs text-muted">Never expires</span>
      </dt>
      <dd className="text-right tabular">{minutesText(user.purchasedCredits)}</dd>
    </dl>
  )
}

/** The link to every change of the balance. */
export function MinutesLink() {
  return (
    <p className="mt-3 text-sm">
      <TextLink href={paths.minutes()}>Minutes history</TextLink>
    </p>
  )
}

function monthNote(endsAt: string | null): string {
  if (!endsAt) return 'Comes with platform access'
  return `Used first, until ${formatDate(endsAt)}`
}
