import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useParams } from 'wouter'
import {
  checkPayment,
  readAdminPayment,
  type AdminPaymentPage,
  type CheckedPayment,
  readPaymentAtStripe,
  type PaymentAtStripe,
} from '#contract/admin/payments.ts'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { isUnknown, Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Table } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { Facts } from '../organizations/section.tsx'
import { PayerLink } from '../person-name.tsx'
import { openRefund } from '../late-dialogs.ts'
import { useDuty } from '../use-duty.ts'
import { MoneyBack } from './money-back.tsx'
import {
  findingNames,
  correctedText,
  declineReason,
  kindNames,
  outcomeNames,
  stateNames,
  stripeText,
  bookedText,
  declineText,
  sidesAgree,
} from './words.ts'

/** /admin/payments/:id: one payment, by our id, a receipt's or the one at Stripe. */
export default function Payment() {
  const { id = '' } = useParams()
  return (
    <ForDuty duty="money.read" title="Payment" what="Payments">
      <OnePayment key={id} id={id} />
    </ForDuty>
  )
}

type Check = ReturnType<typeof useCall<typeof checkPayment>>

const above = <ParentLink href={paths.adminPayments()} name="Payments" />

function OnePayment({ id }: { id: string }) {
  const read = useQuery({ ...query(readAdminPayment, { params: { id } }), staleTime: 0 })
  const check = useCall(checkPayment)
  if (isUnknown(read.error)) return <Unknown id={id} check={check} />
  if (!read.data) {
    return (
      <Page title="Payment" above={above}>
        <Loaded read={read} what="the payment">
          {() => null}
        </Loaded>
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
function Unknown({ id, check }: { id: string; check: Check }) {
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
      <Credited payment={payment} />
      <MoneyBack payment={payment} />
    </>
  )
}

/** An open finding about the payment. */
function FindingNotice({ finding: { kind, details } }: { finding: AdminPaymentPage['findings'][number] }) {
  const { label, toDo } = findingNames[kind]
  return (
    <Banner
      tone="warning"
      title={label}
      actions={
        <LinkButton href={paths.adminPayments({ tab: 'findings' })} variant="secondary" size="dense">
          See Findings
        </LinkButton>
      }
    >
      {details}. {toDo}
    </Banner>
  )
}

/** Asks Stripe about the payment; for staff who may change money. */
function CheckButton({ id, check }: { id: string; check: Check }) {
  if (!useDuty('money.change')) return null
  return (
    <Button
      icon={<RefreshCw aria-hidden className="size-4" />}
      pending={check.isPending}
      pendingText="Checking…"
      onClick={() => check.mutate({ params: { id } })}
    >
      Check Now
    </Button>
  )
}

/** What the check found, and what it did. */
function CheckResult({ checked }: { checked: CheckedPayment }) {
  const { title, text, tone } = outcomeNames[checked.outcome]
  const corrected = correctedText(checked)
  const isSuccess = checked.outcome === 'credited_before' && corrected !== null
  return (
    <Banner tone={tone} title={isSuccess ? 'Corrected' : title} announce>
      {isSuccess ? corrected : `${text}${corrected ? ` ${corrected}` : ''}`} Stripe says: {stripeText(checked.stripe)}.
      {checked.problem && ` Luna says: ${checked.problem}.`}
    </Banner>
  )
}

/** The minutes and time that the payment credited, with a receipt for each part. */
function Credited({ payment }: { payment: AdminPaymentPage }) {
  const { parts } = payment
  return (
    <Card title="Credited" aside={parts.length > 0 && <Refund payment={payment} />}>
      {parts.length === 0 ? (
        <p className="text-muted">Nothing yet. Minutes and receipts follow once it is paid.</p>
      ) : (
        <Table
          caption="What the payment credited"
          rows={parts}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Bought', phone: 'lead', cell: ({ description }) => description },
            { title: 'Receipt', phone: 'left', cell: ({ receiptNumber }) => receiptNumber },
            { title: 'Booked', phone: 'left', cell: ({ createdAt }) => <DateTime value={createdAt} withTime /> },
            {
              title: 'Minutes',
              numeric: true,
              phone: 'right',
              cell: ({ creditsAdded }) => (creditsAdded === 0 ? 'None' : minutesText(creditsAdded)),
            },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </Card>
  )
}

/** Refunds what is left of the payment, and says what waits for approval. */
function Refund({ payment: { parts, payer, amount } }: { payment: AdminPaymentPage }) {
  const mayRefund = useDuty('money.change') && parts.some(({ refundable }) => refundable > 0)
  const waiting = parts.reduce((sum, part) => sum + part.waiting, 0)
  const { userId, organizationId, name, email } = payer
  const refund = () =>
    openRefund({
      whose:
        organizationId === null ? { kind: 'user', id: userId ?? '' } : { kind: 'organization', id: organizationId },
      payer: `${name}, ${email}`,
      nothing: `${formatDollars(amount)} has been refunded in full.`,
      isOffered: ({ id }) => parts.some((part) => part.id === id),
    })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {waiting > 0 && (
        <TextLink href={paths.adminPayments({ tab: 'approvals' })}>
          {formatDollars(waiting)} waits for approval
        </TextLink>
      )}
      <ActButtons acts={[{ label: 'Refund', may: mayRefund, run: () => void refund() }]} />
    </div>
  )
}

interface StripeProps {
  payment: AdminPaymentPage
  /** What a check on this page just found; newer than the first reading. */
  checked: CheckedPayment | undefined
}

/** How the payment stands at Stripe beside our books, and each try to pay it. */
function AtStripe({ payment, checked }: StripeProps) {
  const read = useQuery({ ...query(readPaymentAtStripe, { params: { id: payment.id } }), staleTime: 0 })
  const stripe = read.data ?? checked?.stripe
  return (
    <Card
      title="Stripe and Luna"
      aside={
        stripe &&
        (sidesAgree(payment, stripe) ? (
          <Badge tone="success">In sync</Badge>
        ) : (
          <Badge tone="warning">Out of sync</Badge>
        ))
      }
    >
      {stripe ? (
        <Sides payment={payment} stripe={stripe} />
      ) : (
        <Loaded
          read={read}
          what="the payment from Stripe"
          skeleton={<LoadingRows what="what Stripe knows" count={2} />}
        >
          {() => null}
        </Loaded>
      )}
    </Card>
  )
}

function Sides({ payment, stripe }: { payment: AdminPaymentPage; stripe: PaymentAtStripe }) {
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Stripe', stripeText(stripe)],
          ['Luna', `${bookedText(payment.state)}, ${formatDollars(payment.amount)}`],
          ['Refunded', `Stripe ${formatDollars(stripe.refunded)}, Luna ${formatDollars(payment.refunded)}`],
        ]}
      />
      {stripe.attempts.length === 0 ? (
        <p className="text-muted">No card has been charged for it.</p>
      ) : (
        <Table
          caption="Attempts to pay"
          rows={stripe.attempts}
          rowKey={({ at, amount, isPaid }) => `${at} ${amount} ${isPaid}`}
          columns={[
            { title: 'Attempt', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
            { title: 'Card', phone: 'left', cell: ({ card }) => card ?? 'Not known' },
            {
              title: 'Result',
              phone: 'lead',
              cell: ({ isPaid, declineCode }) =>
                isPaid ? 'Paid' : `Declined: ${declineCode ? declineText(declineCode) : 'no reason given'}`,
            },
            { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
          ]}
        />
      )}
    </div>
  )
}
