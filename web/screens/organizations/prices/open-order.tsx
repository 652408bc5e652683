import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import { registrationStatus } from '#contract/organizations/payment.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { clearOpenOrder, useOpenOrder } from '#web/screens/organizations/open-order.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'

/** Takes people who registered an organization in this browser back to its unfinished payment (D101). */
export function OpenOrder({ className }: { className?: string }) {
  const id = useOpenOrder()
  return id && <Found id={id} className={className} />
}

function Found({ id, className }: { id: string; className: string | undefined }) {
  const { data, error } = useQuery(query(registrationStatus, { params: { id } }))
  const order = data?.status === 'awaiting_payment' ? data.details : null
  // The order is paid, expired or deleted, or belongs to another browser.
  const isOver = data
    ? data.status !== 'confirming' && order === null
    : error instanceof ApiError && (error.status === 404 || error.status === 400)
  useEffect(() => {
    if (isOver) clearOpenOrder()
  }, [isOver])
  if (!order) return null
  return (
    <div className={className}>
      <Banner
        title={`${order.organizationName} hasn't paid yet`}
        actions={
          <>
            <LinkButton
              href={paths.organizationCheckout({ registrationId: id, amount: order.amounts.today })}
              size="dense"
            >
              Continue to Payment
            </LinkButton>
            <Button variant="ghost" size="dense" onClick={clearOpenOrder}>
              Not Now
            </Button>
          </>
        }
      >
        Your order of <span translate="no">{formatDollars(order.amounts.today)}</span> is kept until{' '}
        <DateTime value={order.expiresAt} />.
      </Banner>
    </div>
  )
}
