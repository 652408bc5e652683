import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

interface Props {
  /** End of the days of grace. */
  graceEndsAt: string | null
  /** Where it is paid. */
  fixPath: string
}

/** Over a screen: a renewal failed; access goes on until its grace ends (D7). */
export function PastDueBanner(props: Props) {
  return (
    <div className="print:hidden mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <PaymentFailed {...props} />
    </div>
  )
}

/** The same within a screen. */
export function PaymentFailed({ graceEndsAt, fixPath }: Props) {
  return (
    <Banner
      tone="warning"
      actions={
        <LinkButton href={fixPath} variant="secondary" size="dense">
          Fix Payment
        </LinkButton>
      }
    >
      Payment failed.
      {graceEndsAt && (
        <>
          {' '}
          Please fix it by <DateTime value={graceEndsAt} />.
        </>
      )}
    </Banner>
  )
}
