import { formatCents, minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { KeptLinks } from '#web/screens/frame/kept-links.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'

/** Replaces every guarded screen once the subscription is over: what is kept, and the way back (D6, D7). */
export function AccessEnded({ user }: { user: Me }) {
  const isUnpaid = user.subscriptionStatus === 'past_due'
  return (
    <Page title="Your access has ended" description={<EndedText user={user} isUnpaid={isUnpaid} />} width="form">
      <Card>
        <dl>
          <dt className="text-sm text-muted">Purchased minutes we're keeping for you</dt>
          <dd className="mt-1 text-2xl font-semibold tabular">{minutesText(user.purchasedCredits)}</dd>
        </dl>
        <p className="mt-3 text-muted">They never expire. You can use them again as soon as your access is back.</p>
        <p className="mt-6">{wayBack(isUnpaid)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton href={paths.subscribe()}>{isUnpaid ? 'Fix Payment' : 'Reactivate'}</LinkButton>
          {!isUnpaid && (
            <LinkButton href={paths.register({ step: 'payment' })} variant="secondary">
              Reactivate With a Package
            </LinkButton>
          )}
          <LinkButton href={paths.profile({ part: 'export' })} variant="secondary">
            Export My Data
          </LinkButton>
          <LinkButton href={paths.contact()} variant="secondary">
            Contact Support
          </LinkButton>
        </div>
      </Card>
      <div className="mt-4">
        <KeptLinks />
      </div>
    </Page>
  )
}

function wayBack(isUnpaid: boolean): string {
  if (isUnpaid) return 'Pay the open invoice to get your access back right away.'
  const price = formatCents(platformAccess.priceCents)
  return `Platform access is ${price} a month with ${minutesText(platformAccess.monthlyMinutes)}, on its own or together with a package of minutes.`
}

function EndedText({ user: { subscriptionRenewsAt, graceEndsAt }, isUnpaid }: { user: Me; isUnpaid: boolean }) {
  const endedAt = isUnpaid ? graceEndsAt : subscriptionRenewsAt
  return (
    <>
      <span>
        {isUnpaid
          ? 'Your last subscription payment failed, and your access ended'
          : 'Your subscription was canceled and ended'}
      </span>
      {endedAt && (
        <span>
          {' '}
          on <DateTime value={endedAt} />
        </span>
      )}
      .
    </>
  )
}
