import { useQuery } from '@tanstack/react-query'
import { countText } from '#contract/amounts.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { countQuery } from '#web/client/lists/pages.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** A line at the head of the panel while refunds wait for a second person; Payments lists them. */
export function WaitingRefunds() {
  const { data: count = 0 } = useQuery(countQuery(refundRequests, { state: 'waiting' }))
  if (count === 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="info"
        isSlim
        title={countText(count, 'refund waits for approval', 'refunds wait for approval')}
        actions={
          <LinkButton href={paths.adminPayments()} variant="secondary" size="dense">
            See Refunds
          </LinkButton>
        }
      >
        A large refund is made only after a second person has approved it.
      </Banner>
    </div>
  )
}
