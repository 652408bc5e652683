import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approveRefund,
  declineRefund,
  type RefundRequest,
  refundRequests,
  withdrawRefund,
} from '#contract/billing/refund-requests.ts'
import { formatDollars } from '#contract/amounts.ts'
import { useMe } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { listQuery } from '#web/client/lists/pages.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { adminFailures, adminSuccesses } from '../toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { useDuty } from '../use-duty.ts'

/** The refunds that wait for a second person. */
export default function ApprovalsTab() {
  const found = useQuery(listQuery(refundRequests, { state: 'waiting' }, 1))
  if (found.isPending) return <LoadingRows what="refunds to approve" />
  if (found.isError) return <LoadError what="the refunds to approve" failed={found} />
  const { rows } = found.data
  if (rows.length === 0) {
    return (
      <EmptyState title="No refund waits for approval">
        A large refund appears here until a second person has approved or declined it.
      </EmptyState>
    )
  }
  return (
    <Card title="Refunds to approve" description="A large refund is made only after a second person has approved it.">
      <ul className="divide-y divide-line">
        {rows.map((request) => (
          <Waiting key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  )
}

function Waiting({ request }: { request: RefundRequest }) {
  const { amount, payer, reason, receiptNumber, requestedBy, requestedAt, expiresAt } = request
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium wrap-anywhere">
          {formatDollars(amount)} to {payer.name}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {receiptNumber} · Requested by {requestedBy.name}, <DateTime value={requestedAt} withTime /> · Expires{' '}
          <DateTime value={expiresAt} />
        </p>
        <p className="wrap-anywhere">“{reason}”</p>
      </div>
      <Decisions request={request} />
    </li>
  )
}

/** The requester can withdraw; other people with the duty approve or decline. */
function Decisions({ request }: { request: RefundRequest }) {
  const me = useMe()
  const decides = useDuty('money.change')
  const [isAsked, setAsked] = useState(false)
  const outcome = { list: refundRequests, failed: adminFailures.decideRefund }
  const approve = useAdminCall(approveRefund, { ...outcome, done: () => showToast(adminSuccesses.refunded) })
  const decline = useAdminCall(declineRefund, { ...outcome, done: () => showToast(adminSuccesses.refundDeclined) })
  const withdraw = useAdminCall(withdrawRefund, { ...outcome, done: () => showToast(adminSuccesses.refundWithdrawn) })
  const params = { id: request.id }
  const of = `${formatDollars(request.amount)} to ${request.payer.name}`
  if (!decides) return null
  if (me?.id === request.requestedBy.id) {
    return (
      <Button
        variant="secondary"
        size="dense"
        aria-label={`Withdraw: ${of}`}
        pending={withdraw.isPending}
        onClick={() => void withdraw.submit({ params })}
      >
        Withdraw
      </Button>
    )
  }
  return (
    <div className="flex gap-2">
      <Button
        variant="secondary"
        size="dense"
        aria-label={`Decline: ${of}`}
        pending={decline.isPending}
        onClick={() => void decline.submit({ params })}
      >
        Decline
      </Button>
      <Button size="dense" aria-label={`Approve: ${of}`} pending={approve.isPending} onClick={() => setAsked(true)}>
        Approve
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Refund ${of}?`}
        confirmLabel="Approve Refund"
        keepLabel="Not Now"
        tone="primary"
        onConfirm={async () => {
          await approve.submit({ params })
          setAsked(false)
        }}
      >
        {formatDollars(request.amount)} goes back to the card, and unused minutes from this payment are taken back.
      </ConfirmDialog>
    </div>
  )
}
