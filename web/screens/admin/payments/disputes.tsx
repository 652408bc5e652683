import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { readDispute, type DisputePage, disputeStates, disputes, type Dispute } from '#contract/admin/disputes.ts'
import { formatDollars } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { isUnknown } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { amountColumn, createdColumn, stateColumn, linkColumn, filterBy, payerColumns } from '../columns.tsx'
import { ForDuty, SubjectPage } from '../for-duty.tsx'
import { Facts } from '../organizations/section.tsx'
import { PayerLink } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { EvidenceForm, evidenceFields } from './evidence-form.tsx'
import { Deadline } from './money-back.tsx'
import { disputeNames, reasonText } from './words.ts'

/** /admin/payments/disputes/:id: one dispute, and the evidence against it. */
export default function Dispute() {
  const { id = '' } = useParams()
  return (
    <ForDuty duty="money.read" title="Dispute" what="Payments">
      <OneDispute key={id} id={id} />
    </ForDuty>
  )
}

function OneDispute({ id }: { id: string }) {
  // Not read again behind the form, whose words would then differ from what is shown.
  const read = useQuery({ ...query(readDispute, { params: { id } }), refetchOnWindowFocus: false })
  return (
    <SubjectPage
      read={read}
      title={isUnknown(read.error) ? 'Dispute not found' : 'Dispute'}
      what="the dispute"
      list={{ href: paths.adminPayments({ tab: 'disputes' }), name: 'Disputes' }}
      unknown={{
        title: 'We couldn’t find this dispute.',
        text: 'The address may be incomplete, or Stripe does not know this dispute.',
        all: 'Back to Disputes',
      }}
    >
      {(dispute, above) => (
        <Page title="Dispute" above={above}>
          <div className="in-order flex flex-col gap-6">
            <Parts dispute={dispute} />
          </div>
        </Page>
      )}
    </SubjectPage>
  )
}

function Parts({ dispute }: { dispute: DisputePage }) {
  const { label, tone } = disputeNames[dispute.state]
  const mayAnswer = useDuty('money.change') && dispute.state === 'needs_response'
  return (
    <>
      <Card title={reasonText(dispute.reason)} aside={<Badge tone={tone}>{label}</Badge>}>
        <Facts
          facts={[
            ['Customer', <PayerLink key="payer" payer={dispute.payer} />],
            ['Amount', formatDollars(dispute.amount)],
            ['Deadline', <Deadline key="deadline" dispute={dispute} />],
            ['Payment', <PaymentLink key="payment" dispute={dispute} />],
            ['Receipts', dispute.receiptNumbers.join(', ') || 'None'],
            ['Opened', formatDate(dispute.createdAt, true)],
          ]}
        />
      </Card>
      {mayAnswer ? <EvidenceForm dispute={dispute} /> : <EvidenceShown dispute={dispute} />}
    </>
  )
}

function PaymentLink({ dispute: { paymentId, description } }: { dispute: DisputePage }) {
  return paymentId ? <TextLink href={paths.adminPayment(paymentId)}>{description}</TextLink> : description
}

/** The evidence of a dispute that takes none, or that this person may only read. */
function EvidenceShown({ dispute: { evidence, file, isDraft, submissions } }: { dispute: DisputePage }) {
  if (!isDraft) {
    return (
      <Card title="Evidence">
        <EmptyLine title="No evidence was saved" />
      </Card>
    )
  }
  const shown = evidenceFields.map(({ name, label }) => [label, evidence[name]] as const)
  return (
    <Card
      title="Evidence"
      description={
        submissions > 0 ? 'Submitted to the bank. It can no longer be changed.' : 'Saved, but not submitted.'
      }
    >
      <dl className="flex flex-col gap-4">
        {[...shown, ['File', file?.name ?? ''] as const]
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="mt-0.5 wrap-anywhere whitespace-pre-line tabular">{text}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

/** Money that banks ask back; those that wait for evidence come first, by their deadline (D44). */
export function DisputesTab() {
  return (
    <List
      call={disputes}
      nouns={['dispute', 'disputes']}
      searchHint="Name or email"
      emptyText="A dispute appears when a customer asks their bank to take a payment back."
      filters={filters}
      columns={columns}
      sortedBy="due"
      rowsPerPage={25}
      isLinked
    />
  )
}

const filters = [filterBy('state', ['state', 'states'], disputeStates, (state) => disputeNames[state].label)]

const columns: readonly ListColumn<Dispute>[] = [
  { title: 'Id', csv: ({ id }) => id },
  linkColumn(
    'Reason',
    ({ reason }) => reasonText(reason),
    ({ id }) => paths.adminDispute(id),
    { belowOf: ({ description }) => description },
  ),
  ...payerColumns({ phone: 'left' }),
  stateColumn('State', ({ state }) => disputeNames[state], { phone: 'right' }),
  {
    title: 'Deadline',
    sort: 'due',
    orders: ['Nearest deadline first', 'Latest deadline first'],
    phone: 'right',
    cell: (dispute) => <Deadline dispute={dispute} />,
    csv: ({ dueAt }) => dueAt ?? '',
  },
  { title: 'Submissions', csv: ({ submissions }) => submissions },
  createdColumn('Opened'),
  { title: 'Payment', csv: ({ description }) => description },
  { title: 'Receipts', csv: ({ receiptNumbers }) => receiptNumbers.join(' ') },
  amountColumn,
]
