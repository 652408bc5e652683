import { useQuery } from '@tanstack/react-query'
import { countText, formatDollars } from '#contract/amounts.ts'
import {
  approveRefund,
  declineRefund,
  type RefundRequest,
  refundRequests,
  withdrawRefund,
} from '#contract/billing/refund-requests.ts'
import { write } from '#web/client/api.ts'
import { countAbove, countId, useKeptFocus } from '#web/kit/kept-focus.ts'
import { listQuery } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { Card } from '#web/kit/card.tsx'
import { type Act, ActButtons } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { useRefundLimits } from '../refunding.ts'
import { useDuty } from '../use-duty.ts'
/** The refunds that wait for the approval of someone else, those that expire first on top. */
export default function ApprovalsTab() {
  const read = useQuery(listQuery(refundRequests, { state: 'waiting', sort: 'requested' }, 1))
  return (
    <Loaded read={read} what="the refunds waiting for approval">
      {({ rows, total }) =>
        rows.length === 0 ? (
          <EmptyState title="No refund waits for approval">
            Refunds that are too large for the person who requests them appear here until someone else has decided.
          </EmptyState>
        ) : (
          <Card
            // Takes the focus of rows that are gone.
            title={
              <span id={countId} tabIndex={-1}>
                Refunds waiting for approval
              </span>
            }
            description="These refunds are too large for the person who requested them, so someone else must approve them."
          >
            <ul className="divide-y divide-line">
              {rows.map((request) => (
                <Waiting key={request.id} request={request} />
              ))}
            </ul>
            {total > rows.length && (
              <p className="mt-3 text-sm text-muted">
                {countText(total - rows.length, 'newer refund')} will appear here once these are decided.
              </p>
            )}
          </Card>
        )
      }
    </Loaded>
  )
}

function Waiting({ request }: { request: RefundRequest }) {
  const { amount, payer, reason, receiptNumber, requestedBy, requestedAt, expiresAt } = request
  const row = useKeptFocus<HTMLLIElement>(countAbove)
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
      <Decisions request={request} />
    </li>
  )
}

/** The requester can withdraw; other people with the duty decide, within the limit of their role. */
function Decisions({ request }: { request: RefundRequest }) {
  const me = useMe()
  const decides = useDuty('money.change')
  const { alone } = useRefundLimits()
  if (!decides) return null
  const of = nameOf(request)
  if (me?.id === request.requestedBy.id) return <ActButtons of={of} acts={[withdrawal(request)]} />
  if (alone !== null && request.amount > alone) {
    return (
      <p className="text-sm text-muted">
        Your role decides up to {formatDollars(alone)}. An owner or finance can decide this one.
      </p>
    )
  }
  // Nobody approves a refund to themselves.
  const isOwnMoney = me?.id === request.payer.userId
  return <ActButtons of={of} acts={[declining(request), { ...approval(request), may: !isOwnMoney }]} />
}

const nameOf = ({ amount, payer }: RefundRequest) => `${formatDollars(amount)} to ${payer.name}`

function withdrawal({ id }: RefundRequest): Act {
  return { label: 'Withdraw', run: () => write(withdrawRefund, { params: { id } }) }
}

/** Both decisions are final, so each asks first (D188). */
function declining(request: RefundRequest): Act {
  return {
    label: 'Decline',
    run: () => write(declineRefund, { params: { id: request.id } }),
    ask: {
      title: `Decline the refund of ${nameOf(request)}?`,
      text: `No money goes back. ${request.requestedBy.name} can request the refund again.`,
      confirm: 'Decline Refund',
      keep: 'Not Now',
    },
  }
}

function approval(request: RefundRequest): Act {
  const { id, amount, payer } = request
  const isUnknown = payer.userId === null && payer.organizationId === null
  return {
    label: 'Approve',
    isMain: true,
    run: () => write(approveRefund, { params: { id } }),
    ask: {
      title: `Refund ${nameOf(request)}?`,
      text: `${formatDollars(amount)} goes back to the card${
        isUnknown
          ? ', and the customer’s subscriptions at Stripe end.'
          : ', and unused minutes from this payment are taken back.'
      }`,
      confirm: 'Approve Refund',
      keep: 'Not Now',
      tone: 'primary',
    },
  }
}
