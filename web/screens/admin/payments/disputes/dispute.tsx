import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { readDispute, type DisputePage } from '#contract/admin/disputes.ts'
import { formatDollars } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../../for-duty.tsx'
import { Facts } from '../../organizations/section.tsx'
import { useDuty } from '../../use-duty.ts'
import { PayerLink } from '../payer-link.tsx'
import { Deadline } from './deadline.tsx'
import { disputeNames, reasonText } from './dispute-words.ts'
import { EvidenceForm } from './evidence-form.tsx'
import { EvidenceShown } from './evidence-shown.tsx'

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
  const isUnknown = read.error instanceof ApiError && read.error.status === 404
  return (
    <Page title={isUnknown ? 'Dispute not found' : 'Dispute'} above={<ParentLink href={listAddress} name="Disputes" />}>
      {isUnknown ? (
        <EmptyState
          title="We couldn’t find this dispute."
          action={<LinkButton href={listAddress}>Back to Disputes</LinkButton>}
        >
          The address may be incomplete, or Stripe does not know this dispute.
        </EmptyState>
      ) : (
        <div className="in-order flex flex-col gap-6">
          {read.isPending && (
            <SkeletonGroup label="Loading the dispute…" className="flex flex-col gap-6">
              <Skeleton className="h-48" />
              <Skeleton className="h-96" />
            </SkeletonGroup>
          )}
          {read.isError && <LoadError what="the dispute" failed={read} />}
          {read.data && <Parts dispute={read.data} />}
        </div>
      )}
    </Page>
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
