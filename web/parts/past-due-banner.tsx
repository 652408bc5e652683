import type { Me } from '#contract/people.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DateTime } from './date-time.tsx'

/** A renewal failed; access goes on until its grace ends (D7). */
export function PastDueBanner({ user }: { user: Me }) {
  const { graceEndsAt } = user
  return (
    <div className="print:hidden mx-auto w-full max-w-page px-4 pt-6 sm:px-6">
      <Banner
        tone="warning"
        actions={
          <LinkButton href={paths.subscribe()} variant="secondary" size="dense">
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
    </div>
  )
}
