import { formatMinutes } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { asksForMinutes } from '#web/screens/frame/header/links.ts'
import { MinutesLink } from '#web/screens/frame/header/balance-parts.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'

/** The minutes to talk with: the pool for people of an organization, otherwise their own (S106, S197, D49). */
export function CreditBalance({ user }: { user: Me }) {
  const { organizationName, organizationCredits } = user
  const isPool = user.organizationId !== null && organizationCredits !== null
  return (
    <Card title="Credit Balance">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-4xl font-semibold tracking-[-0.02em] tabular">
              {formatMinutes(isPool ? organizationCredits : user.creditBalance)}
            </span>
            <span className="text-lg text-muted">minutes{!isPool && monthPart(user)}</span>
          </p>
          {isPool ? (
            <p className="mt-1 text-muted">
              The pool of <span className="font-medium text-text">{organizationName}</span>, shared by everyone in it.
            </p>
          ) : (
            <>
              <ShareBar
                className="mt-3"
                shares={[
                  { value: user.monthlyCredits, tone: 'accent' },
                  { value: user.purchasedCredits, tone: 'primary' },
                ]}
              />
              <MinutesLink />
            </>
          )}
        </div>
        {asksForMinutes(user) ? (
          <RequestMinutes />
        ) : (
          <LinkButton href={paths.checkout()} className="max-sm:w-full">
            Add Credits
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

/** Returns which part ends with the month; it is spent first (D32). */
function monthPart({ monthlyCredits, monthlyEndsAt }: Me): string {
  if (monthlyCredits === 0 || !monthlyEndsAt) return ''
  const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' }).format(new Date(monthlyEndsAt))
  return `, ${formatMinutes(monthlyCredits)} of them until ${day}`
}
