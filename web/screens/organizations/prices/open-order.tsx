import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import { registrationStatus } from '#contract/organizations/payment.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { browserStore } from '#web/kit/storage/text-store.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'

/**
 * The last order that this browser registered and may not have paid yet. Only its id is kept: the server returns the
 * rest, and only to the browser with the setup cookie (D101, D104).
 */

const storageKey = 'luna-open-order'
const listeners = new Set<() => void>()

export function noteOpenOrder(id: string): void {
  browserStore.write(storageKey, id)
  for (const notify of listeners) notify()
}

export function clearOpenOrder(): void {
  browserStore.delete(storageKey)
  for (const notify of listeners) notify()
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Takes people who registered an organization in this browser back to its unfinished payment (D101). */
export function OpenOrder({ className }: { className?: string }) {
  // None during server rendering.
  const id = useSyncExternalStore(
    listen,
    () => browserStore.read(storageKey),
    () => null,
  )
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
