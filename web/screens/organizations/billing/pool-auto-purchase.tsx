import { RefreshCw } from 'lucide-react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Billing } from './billing.ts'

/** Says when the saved card is charged automatically, how much was charged, and what prevents a charge (D109). */
export function PoolAutoPurchase({ autoPurchase }: { autoPurchase: NonNullable<Billing['autoPurchase']> }) {
  const { enabled, problem, checkoutId } = autoPurchase
  return (
    <section className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="flex items-center gap-2 font-medium">
        <RefreshCw aria-hidden className="size-4 text-muted" />
        <span>{enabled ? 'Auto-refill is on' : 'Auto-refill is off'}</span>
      </h3>
      <p className="text-sm text-muted">
        {enabled ? <Terms autoPurchase={autoPurchase} /> : 'Nothing is bought automatically.'}
      </p>
      {problem && (
        <Banner
          tone="warning"
          actions={
            checkoutId && (
              <LinkButton href={paths.checkout({ resume: checkoutId })} size="dense">
                Confirm Payment
              </LinkButton>
            )
          }
        >
          {problem}
        </Banner>
      )}
    </section>
  )
}

function Terms({
  autoPurchase: { minutes, price, threshold, monthlyCap, spentThisMonth },
}: Parameters<typeof PoolAutoPurchase>[0]) {
  return (
    <>
      <span>{minutesText(minutes)}</span> for <span translate="no">{formatDollars(price)}</span> when fewer than{' '}
      {threshold} remain, at most <span translate="no">{formatDollars(monthlyCap)}</span> a month. This month:{' '}
      <span translate="no">{formatDollars(spentThisMonth)}</span>.
    </>
  )
}
