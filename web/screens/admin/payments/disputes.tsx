import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { readDispute, type DisputePage } from '#contract/admin/disputes.ts'
import { formatDollars } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { isUnknown, Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine, EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { Facts } from '../organizations/section.tsx'
import { PayerLink } from '../person-name.tsx'
import { useDuty } from '../use-duty.ts'
import { EvidenceForm, evidenceFields } from './evidence-form.tsx'
import { Deadline } from './money-back.tsx'
import { disputeNames, reasonText } from './words.ts'

const listAddress = paths.adminPayments({ tab: 'disputes' })

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
    <Page
      title={isUnknown(read.error) ? 'Dispute not found' : 'Dispute'}
      above={<ParentLink href={listAddress} name="Disputes" />}
    >
      <div className="in-order flex flex-col gap-6">
        <Loaded read={read} what="the dispute" unknown={<Unknown />}>
          {(dispute) => <Parts dispute={dispute} />}
        </Loaded>
      </div>
    </Page>
  )
}

function Unknown() {
  return (
    <EmptyState
      title="We couldn’t find this dispute."
      action={<LinkButton href={listAddress}>Back to Disputes</LinkButton>}
    >
      The address may be incomplete, or Stripe does not know this dispute.
    </EmptyState>
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
