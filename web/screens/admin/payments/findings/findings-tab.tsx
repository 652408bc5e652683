import { useState } from 'react'
import { findingKinds, findings, type Finding, reopenFinding } from '#contract/admin/findings.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { List } from '#web/client/lists/list.tsx'
import { backTo } from '#web/client/lists/list-focus.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { useDuty } from '../../use-duty.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { findingNames, findingStateNames } from './finding-words.ts'
import { RefundUnknownDialog } from './refund-unknown-dialog.tsx'

/** What the hourly comparisons found: what it means, what to do, and that a person accepts it. */
export default function FindingsTab() {
  const [accepting, setAccepting] = useState<Finding | null>(null)
  const [refunding, setRefunding] = useState<Finding | null>(null)
  const mayAct = useDuty('money.change')
  const acts: ListColumn<Finding> = {
    title: 'Actions',
    phone: 'right',
    cell: (finding) => (
      <Acts finding={finding} onAccept={() => setAccepting(finding)} onRefund={() => setRefunding(finding)} />
    ),
  }
  return (
    <>
      <List
        call={findings}
        nouns={['finding', 'findings']}
        searchHint="Payment, conversation, voice or customer"
        emptyText="The hourly comparison with Stripe and the voice provider found no mismatches."
        filters={filters}
        columns={mayAct ? [...columns, acts] : columns}
        csv={csv}
        sortedBy="-found"
        rowsPerPage={25}
      />
      {accepting && (
        <AcceptDialog
          finding={accepting}
          onClose={() => setAccepting(null)}
          finalFocus={backTo(`finding-${accepting.id}`)}
        />
      )}
      {refunding && (
        <RefundUnknownDialog
          finding={refunding}
          onClose={() => setRefunding(null)}
          finalFocus={backTo(`refund-${refunding.id}`)}
        />
      )}
    </>
  )
}

interface ActProps {
  finding: Finding
  onAccept: () => void
  onRefund: () => void
}

function Acts({ finding: { id, kind, state, objectId }, onAccept, onRefund }: ActProps) {
  const reopen = useAdminCall(reopenFinding, {
    list: findings,
    failed: paymentFailures.reopen,
    done: () => showToast(paymentSuccesses.reopened),
  })
  if (state === 'closed') return null
  if (state === 'open') {
    return (
      <div className="flex flex-col items-start gap-2">
        {kind === 'customer_unknown' && (
          <Button
            id={`refund-${id}`}
            variant="secondary"
            size="dense"
            aria-label={`Refund: ${objectId}`}
            onClick={onRefund}
          >
            Refund
          </Button>
        )}
        <Button
          id={`finding-${id}`}
          variant="secondary"
          size="dense"
          aria-label={`Accept: ${objectId}`}
          onClick={onAccept}
        >
          Accept
        </Button>
      </div>
    )
  }
  return (
    <Button
      variant="secondary"
      size="dense"
      aria-label={`Reopen: ${objectId}`}
      pending={reopen.isPending}
      onClick={() => void reopen.submit({ params: { id } })}
    >
      Reopen
    </Button>
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Filter by state',
    options: [
      { value: 'open', label: findingStateNames.open.label },
      { value: 'accepted', label: findingStateNames.accepted.label },
      { value: 'closed', label: findingStateNames.closed.label },
    ],
  },
  {
    name: 'kind',
    label: 'Filter by kind',
    options: [
      { value: 'all', label: 'All kinds' },
      ...findingKinds.map((value) => ({ value, label: findingNames[value].label })),
    ],
  },
]

const columns: readonly ListColumn<Finding>[] = [
  {
    title: 'Finding',
    sort: 'kind',
    phone: 'lead',
    cell: ({ kind, details, accepted }) => (
      <>
        <span className="font-medium">{findingNames[kind].label}</span>
        <span className="block text-sm font-normal wrap-anywhere">{details}</span>
        <span className="block text-xs font-normal text-muted">
          {findingNames[kind].means} {findingNames[kind].toDo}
        </span>
        {accepted && <span className="block text-sm font-normal wrap-anywhere">Accepted: “{accepted}”</span>}
      </>
    ),
  },
  { title: 'Concerns', phone: 'left', cell: (finding) => <Concerned finding={finding} /> },
  {
    title: 'State',
    phone: 'figure',
    cell: ({ state }) => <Badge tone={findingStateNames[state].tone}>{findingStateNames[state].label}</Badge>,
  },
  {
    title: 'Found',
    sort: 'found',
    orders: timeOrders,
    phone: 'left',
    cell: ({ foundAt }) => <DateTime value={foundAt} withTime />,
  },
]

/** Links to the payment and to whom it concerns; a customer who is unknown here has neither a page nor payments. */
function Concerned({ finding: { kind, objectId, customer } }: { finding: Finding }) {
  const isPayment = objectId.startsWith('pi_') && kind !== 'customer_unknown'
  return (
    <>
      {customer?.organizationId != null && (
        <TextLink href={paths.adminOrganization(customer.organizationId)}>{customer.name}</TextLink>
      )}
      {customer?.organizationId == null && customer?.userId && (
        <TextLink href={paths.adminCustomer(customer.userId)}>{customer.name}</TextLink>
      )}
      {kind === 'customer_unknown' && <span className="block wrap-anywhere">{customer?.name}</span>}
      {isPayment && (
        <span className="block whitespace-nowrap">
          <TextLink href={paths.adminPayment(objectId)}>Open the payment</TextLink>
        </span>
      )}
      {kind === 'voice_gone' && <span>Voice {objectId}</span>}
      {!isPayment && kind !== 'voice_gone' && (
        <span className="block text-xs wrap-anywhere text-muted">{objectId}</span>
      )}
    </>
  )
}

const csv: readonly CsvColumn<Finding>[] = [
  ['Id', ({ id }) => id],
  ['Kind', ({ kind }) => findingNames[kind].label],
  ['Object', ({ objectId }) => objectId],
  ['Customer', ({ customer }) => customer?.name ?? ''],
  ['Details', ({ details }) => details],
  ['State', ({ state }) => findingStateNames[state].label],
  ['Found', ({ foundAt }) => foundAt],
  ['Last seen', ({ seenAt }) => seenAt],
  ['Settled', ({ closedAt }) => closedAt ?? ''],
  ['Accepted because', ({ accepted }) => accepted ?? ''],
]
