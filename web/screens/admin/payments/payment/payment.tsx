import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { readAdminPayment, type AdminPaymentPage, type CheckedPayment } from '#contract/admin/payments.ts'
import { formatDate } from '#contract/dates.ts'
import { formatDollars } from '#contract/amounts.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../../for-duty.tsx'
import { Facts } from '../../organizations/section.tsx'
import { declineReason } from '../../customers/words/payment-words.ts'
import { useDuty } from '../../use-duty.ts'
import { FindingNotice } from '../findings/finding-notice.tsx'
import { PayerLink } from '../payer-link.tsx'
import { kindNames, stateNames } from '../payment-words.ts'
import { AtStripe } from './at-stripe.tsx'
import { CheckButton, CheckResult } from './check.tsx'
import { Given } from './given.tsx'
import { MoneyBack } from './money-back.tsx'
import { RefundButton } from './refund-button.tsx'
import { useCheck } from './use-check.ts'

/** /admin/payments/:id: one payment, by our id, a receipt's or the one at Stripe. */
export default function Payment() {
  const { id = '' } = useParams()
  return (
    <ForDuty duty="money.read" title="Payment" what="Payments">
      <OnePayment key={id} id={id} />
    </ForDuty>
  )
}

const above = <ParentLink href={paths.adminPayments()} name="Payments" />

function OnePayment({ id }: { id: string }) {
  const read = useQuery({ ...query(readAdminPayment, { params: { id } }), staleTime: 0 })
  const check = useCheck()
  const isUnknown = read.error instanceof ApiError && read.error.status === 404
  if (isUnknown) return <Unknown id={id} check={check} />
  if (!read.data) {
    return (
      <Page title="Payment" above={above}>
        {read.isPending && (
          <SkeletonGroup label="Loading the payment…" className="flex flex-col gap-6">
            <Skeleton className="h-56" />
            <Skeleton className="h-40" />
          </SkeletonGroup>
        )}
        {read.isError && <LoadError what="the payment" failed={read} />}
      </Page>
    )
  }
  return (
    // A page of its own, so that nothing moves when the longer title arrives.
    <Page
      key="loaded"
      title={`${formatDollars(read.data.amount)}, ${kindNames[read.data.kind]}`}
      above={above}
      actions={<CheckButton id={id} check={check} />}
    >
      <div className="in-order flex flex-col gap-6">
        {check.data && <CheckResult checked={check.data} />}
        <Parts payment={read.data} checked={check.data} />
      </div>
    </Page>
  )
}

/** A payment that only Stripe may know. */
function Unknown({ id, check }: { id: string; check: ReturnType<typeof useCheck> }) {
  const mayCheck = useDuty('money.change') && id.startsWith('pi_')
  return (
    <Page title="Payment not found" above={above}>
      <div className="flex flex-col gap-6">
        {check.data && <CheckResult checked={check.data} />}
        <EmptyState
          title="Luna doesn’t know this payment"
          action={
            mayCheck ? (
              <CheckButton id={id} check={check} />
            ) : (
              <LinkButton href={paths.adminPayments()}>Back to Payments</LinkButton>
            )
          }
        >
          {mayCheck
            ? 'Its report may have been lost. Check now asks Stripe, and credits it if a customer paid it.'
            : 'The address may be incomplete.'}
        </EmptyState>
      </div>
    </Page>
  )
}

function Parts({ payment, checked }: { payment: AdminPaymentPage; checked: CheckedPayment | undefined }) {
  const { label, tone } = stateNames[payment.state]
  return (
    <>
      {payment.findings.map((finding) => (
        <FindingNotice key={finding.id} finding={finding} />
      ))}
      <Card title="About" aside={<Badge tone={tone}>{label}</Badge>}>
        <Facts
          facts={[
            ['Customer', <PayerLink key="payer" payer={payment.payer} />],
            ['For', payment.description],
            ['Amount', formatDollars(payment.amount)],
            ['Opened', formatDate(payment.createdAt, true)],
            ['Card', payment.paidWith ?? 'Not known'],
            ['Stripe ID', payment.stripePaymentId ?? 'None'],
            ...(payment.declineCode ? [['Decline reason', declineReason(payment.declineCode)] as const] : []),
          ]}
        />
      </Card>
      <AtStripe payment={payment} checked={checked} />
      <Given payment={payment} aside={<RefundButton payment={payment} />} />
      <MoneyBack payment={payment} />
    </>
  )
}
