import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approveRefund,
  declineRefund,
  type RefundRequest,
  refundRequests,
  withdrawRefund,
} from '#contract/billing/refund-requests.ts'
import { countText, formatDollars } from '#contract/amounts.ts'
import { useMe } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { listQuery } from '#web/client/lists/pages.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { adminFailures, adminSuccesses } from '../toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { useDuty } from '../use-duty.ts'
import { useRefundLimits } from '../use-refund-limits.ts'
import { moneyReadings } from './changes.ts'

const titleId = 'waiting-refunds'

/** The refunds that wait for the approval of someone else, those that expire first on top. */
export default function ApprovalsTab() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const found = useQuery(listQuery(refundRequests, { state: 'waiting', sort: 'requested' }, 1))
  if (found.isPending) return <LoadingRows what="refunds waiting for approval" />
  if (found.isError) return <LoadError what="the refunds waiting for approval" failed={found} />
  const { rows, total } = found.data
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title="No refund waits for approval">
          Refunds that are too large for the person who requests them appear here until someone else has decided.
        </EmptyState>
      ) : (
        <Card
          // Takes the focus of rows that are gone.
          title={
            <span id={titleId} tabIndex={-1}>
              Refunds waiting for approval
            </span>
          }
          description="These refunds are too large for the person who requested them, so someone else must approve them."
        >
          <ul className="divide-y divide-line">
            {rows.map((request) => (
              <Waiting key={request.id} request={request} onAsk={setAsked} />
            ))}
          </ul>
          {total > rows.length && (
            <p className="mt-3 text-sm text-muted">
              {countText(total - rows.length, 'newer refund')} will appear here once these are decided.
            </p>
          )}
        </Card>
      )}
      {asked && <DecisionDialog {...asked} onClose={() => setAsked({ ...asked, open: false })} />}
    </>
  )
}

const findTitle = () => document.getElementById(titleId)

interface ActProps {
  request: RefundRequest
  onAsk: (asked: Asked) => void
}

function Waiting({ request, onAsk }: ActProps) {
  const { amount, payer, reason, receiptNumber, requestedBy, requestedAt, expiresAt } = request
  const row = useKeptFocus<HTMLLIElement>(findTitle)
  return (
    <li ref={row} className="flex flex-wrap items-start justify-between gap-3 py-3">
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
      <Acts request={request} onAsk={onAsk} />
    </li>
  )
}

/** The requester can withdraw; other people with the duty decide, within the limit of their role. */
function Acts({ request, onAsk }: ActProps) {
  const me = useMe()
  const decides = useDuty('money.change')
  const { alone } = useRefundLimits()
  if (!decides) return null
  if (me?.id === request.requestedBy.id) return <Withdrawal request={request} />
  if (alone !== null && request.amount > alone) {
    return (
      <p className="text-sm text-muted">
        Your role decides up to {formatDollars(alone)}. An owner or finance can decide this one.
      </p>
    )
  }
  return <Decisions request={request} onAsk={onAsk} isOwnMoney={me?.id === request.payer.userId} />
}

const outcome = { list: refundRequests, failed: adminFailures.decideRefund }

const nameOf = ({ amount, payer }: RefundRequest) => `${formatDollars(amount)} to ${payer.name}`

function Withdrawal({ request }: { request: RefundRequest }) {
  const withdraw = useAdminCall(withdrawRefund, { ...outcome, done: () => showToast(adminSuccesses.refundWithdrawn) })
  return (
    <Button
      variant="secondary"
      size="dense"
      aria-label={`Withdraw: ${nameOf(request)}`}
      pending={withdraw.isPending}
      onClick={() => void withdraw.submit({ params: { id: request.id } })}
    >
      Withdraw
    </Button>
  )
}

/** Nobody approves a refund to themselves. */
function Decisions({ request, onAsk, isOwnMoney }: ActProps & { isOwnMoney: boolean }) {
  const of = nameOf(request)
  return (
    <div className="flex gap-2">
      <Button
        variant="secondary"
        size="dense"
        aria-label={`Decline: ${of}`}
        onClick={(event) => onAsk({ act: 'decline', request, opener: event.currentTarget, open: true })}
      >
        Decline
      </Button>
      {!isOwnMoney && (
        <Button
          size="dense"
          aria-label={`Approve: ${of}`}
          onClick={(event) => onAsk({ act: 'approve', request, opener: event.currentTarget, open: true })}
        >
          Approve
        </Button>
      )}
    </div>
  )
}

interface Asked {
  act: 'approve' | 'decline'
  request: RefundRequest
  /** The pressed button, which is gone after the decision. */
  opener: HTMLElement
  open: boolean
}

/** Asks first, because both decisions are final (D188). */
function DecisionDialog({ act, request, opener, open, onClose }: Asked & { onClose: () => void }) {
  const approve = useAdminCall(approveRefund, {
    ...outcome,
    changes: moneyReadings,
    done: () => showToast(adminSuccesses.refunded),
  })
  const decline = useAdminCall(declineRefund, { ...outcome, done: () => showToast(adminSuccesses.refundDeclined) })
  const dialog = {
    open,
    onClose,
    keepLabel: 'Not Now',
    finalFocus: () => (opener.isConnected ? opener : (findTitle() ?? document.querySelector('main'))),
  }
  const of = nameOf(request)
  const params = { id: request.id }
  const isUnknown = request.payer.userId === null && request.payer.organizationId === null
  if (act === 'decline') {
    return (
      <ConfirmDialog
        {...dialog}
        title={`Decline the refund of ${of}?`}
        confirmLabel="Decline Refund"
        onConfirm={() => decline.submit({ params })}
      >
        No money goes back. {request.requestedBy.name} can request the refund again.
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={`Refund ${of}?`}
      confirmLabel="Approve Refund"
      tone="primary"
      onConfirm={() => approve.submit({ params })}
    >
      {formatDollars(request.amount)} goes back to the card
      {isUnknown
        ? ', and the customer’s subscriptions at Stripe end.'
        : ', and unused minutes from this payment are taken back.'}
    </ConfirmDialog>
  )
}
