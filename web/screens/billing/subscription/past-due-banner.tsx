import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

interface Props {
  /** End of the grace period. */
  graceEndsAt: string | null
  /** Path of the page where it is paid. */
  fixPath: string
}

/** Above a screen: a renewal failed, and access continues until the grace period ends (D7). */
export function PastDueBanner(props: Props) {
  return (
    <div className="print:hidden mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <PaymentFailed {...props} />
    </div>
  )
}

/** The same notice within a screen. */
export function PaymentFailed({ graceEndsAt, fixPath }: Props) {
  return (
    <Banner
      tone="warning"
      actions={
        <LinkButton href={fixPath} size="dense">
          Fix Payment
        </LinkButton>
      }
    >
      Payment failed.
      {graceEndsAt && (
        <span>
          {' '}
          Please fix it by <DateTime value={graceEndsAt} />.
        </span>
      )}
    </Banner>
  )
}
