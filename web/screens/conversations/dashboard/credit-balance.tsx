import { formatMonthDay } from '#contract/dates.ts'
import { formatMinutes } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { asksForMinutes } from '#web/screens/frame/header/links.ts'
import { BalanceBar, MinutesLink, minutesToTalk } from '#web/screens/frame/header/balance-parts.tsx'
import { RequestMinutes, shortageOf } from '#web/screens/frame/header/request-minutes.tsx'

/**
 * The minutes to talk with: the pool for people of an organization, what is left of their limit for limited members
 * (D190), otherwise their own (S106, S197, D49).
 */
export function CreditBalance({ user }: { user: Me }) {
  const isPool = user.organizationId !== null && user.organizationCredits !== null
  return (
    <Card title="Credit Balance">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span translate="no" className="text-4xl font-semibold tracking-[-0.02em] tabular">
              {formatMinutes(minutesToTalk(user))}
            </span>
            <span className="text-lg text-muted">{isPool ? 'minutes' : `minutes${monthPart(user)}`}</span>
          </p>
          {isPool ? (
            <Source user={user} />
          ) : (
            <>
              <BalanceBar user={user} className="mt-3" />
              <MinutesLink />
            </>
          )}
        </div>
        {asksForMinutes(user) ? (
          <RequestMinutes about={shortageOf(user)} />
        ) : (
          <LinkButton
            href={paths.checkout()}
            // The payment that is due comes first.
            variant={user.subscriptionStatus === 'past_due' ? 'secondary' : 'primary'}
            className="max-sm:w-full"
          >
            Add Credits
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

/** Whose minutes they are. */
function Source({ user: { organizationName, monthLeftSeconds } }: { user: Me }) {
  const name = <span className="font-medium text-text">{organizationName}</span>
  return (
    <p className="mt-1 text-muted">
      {monthLeftSeconds === null ? (
        <>The pool of {name}, shared by everyone in it.</>
      ) : (
        <>Left of your monthly limit at {name}.</>
      )}
    </p>
  )
}

/** Returns which part ends with the month; it is spent first (D32). */
function monthPart({ monthlyCredits, monthlyEndsAt }: Me): string {
  if (monthlyCredits === 0 || !monthlyEndsAt) return ''
  return `, ${formatMinutes(monthlyCredits)} ${monthlyCredits === 1 ? 'expires' : 'expire'} ${formatMonthDay(monthlyEndsAt)}`
}
