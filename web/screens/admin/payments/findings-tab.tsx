import {
  acceptFinding,
  findingKinds,
  findings,
  findingStates,
  type Finding,
  reopenFinding,
} from '#contract/admin/findings.ts'
import { formatDollars } from '#contract/amounts.ts'
import { refundUnknownCustomer } from '#contract/billing/refunds.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { CallDialog, openForm } from '#web/client/forms/call-dialog.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { ActButtons, type Act } from '#web/kit/dialogs/acts.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { timeColumn, stateColumn, Below, filterBy } from '../columns.tsx'
import { refundToast, useRefundLimits } from '../refunding.ts'
import { useDuty } from '../use-duty.ts'
import { findingNames, findingStateNames } from './words.ts'

/** What the hourly comparisons found: what it means, what to do, and that a person accepts it. */
export default function FindingsTab() {
  const mayAct = useDuty('money.change')
  return (
    <List
      call={findings}
      nouns={['finding', 'findings']}
      searchHint="Payment, conversation, voice or customer"
      emptyText="The hourly comparison with Stripe and the voice provider found no mismatches."
      filters={filters}
      columns={mayAct ? [...columns, acts] : columns}
      sortedBy="-found"
      rowsPerPage={25}
    />
  )
}

const acts: ListColumn<Finding> = {
  title: 'Actions',
  phone: 'right',
  cell: (finding) => <ActButtons of={finding.objectId} acts={actsFor(finding)} />,
}

function actsFor(finding: Finding): readonly Act[] {
  const { id, kind, state } = finding
  if (state === 'accepted') return [{ label: 'Reopen', run: () => write(reopenFinding, { params: { id } }) }]
  if (state === 'closed') return []
  return [
    { label: 'Refund', may: kind === 'customer_unknown', run: () => void openRefunding(finding) },
    { label: 'Accept', run: () => void openAccepting(finding) },
  ]
}

/** Accepts a finding with a reason, so that it no longer counts as broken; it can be reopened. */
function openAccepting({ id, kind, details }: Finding): Promise<unknown> {
  return openForm({
    title: 'Accept this finding?',
    description: `${findingNames[kind].label}: ${details}`,
    call: acceptFinding,
    at: { params: { id } },
    words: { reason: { help: 'What you found out, for whoever reads this later.' } },
    cancel: 'Keep Open',
    submit: 'Accept Finding',
    pendingText: 'Accepting…',
    children: <p>It no longer counts as a broken rule of the books. You can reopen it at any time.</p>,
  })
}

function openRefunding(finding: Finding): Promise<unknown> {
  return openDialog((close) => <RefundUnknown finding={finding} close={close} />)
}

/** Refunds a payment whose customer is unknown here; a large one waits for a second person. */
function RefundUnknown({ finding: { id, details, customer }, close }: { finding: Finding; close: () => void }) {
  const { alone, secondPersonAbove } = useRefundLimits()
  return (
    <CallDialog
      close={close}
      title="Refund this payment?"
      description={customer ? `${details} by ${customer.name}` : details}
      call={refundUnknownCustomer}
      at={{ params: { id } }}
      told={refundToast}
      submit="Refund Payment"
      pendingText="Refunding…"
      tone="danger"
    >
      <p>
        What is left of it goes back to the card, and the customer’s subscriptions at Stripe end.
        {alone !== null && ` Your role can refund at most ${formatDollars(alone)} at once.`}
        {secondPersonAbove !== null && ` More than ${formatDollars(secondPersonAbove)} waits for a second person.`}
      </p>
    </CallDialog>
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Filter by state',
    options: findingStates.map((value) => ({ value, label: findingStateNames[value].label })),
  },
  filterBy('kind', ['kind', 'kinds'], findingKinds, (kind) => findingNames[kind].label),
]

const columns: readonly ListColumn<Finding>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Kind', csv: ({ kind }) => findingNames[kind].label },
  { title: 'Object', csv: ({ objectId }) => objectId },
  { title: 'Customer', csv: ({ customer }) => customer?.name ?? '' },
  {
    title: 'Finding',
    sort: 'kind',
    phone: 'lead',
    cell: ({ kind, details, accepted }) => (
      <>
        <span className="font-medium">{findingNames[kind].label}</span>
        <span className="block text-sm font-normal wrap-anywhere">{details}</span>
        <Below>
          {findingNames[kind].means} {findingNames[kind].toDo}
        </Below>
        {accepted && <span className="block text-sm font-normal wrap-anywhere">Accepted: “{accepted}”</span>}
      </>
    ),
  },
  { title: 'Details', csv: ({ details }) => details },
  { title: 'Concerns', phone: 'left', cell: (finding) => <Concerned finding={finding} /> },
  stateColumn('State', ({ state }) => findingStateNames[state], { phone: 'figure' }),
  timeColumn('Found', ({ foundAt }) => foundAt, { sort: 'found', orders: timeOrders, phone: 'left' }),
  { title: 'Last seen', csv: ({ seenAt }) => seenAt },
  { title: 'Settled', csv: ({ closedAt }) => closedAt ?? '' },
  { title: 'Accepted because', csv: ({ accepted }) => accepted ?? '' },
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
