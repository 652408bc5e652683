import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { reasonField } from '#contract/admin-list.ts'
import type { adminOrganizations } from '#contract/admin/organizations.ts'
import type { adminUsers, userTransactions } from '#contract/admin/users.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import type { Answer, Call } from '#contract/call.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'
import { moneyReadings } from './payments/changes.ts'
import { adminFailures, adminSuccesses } from './toasts.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { useAdminCall } from './use-admin-call.ts'
import { useRefundLimits } from './use-refund-limits.ts'

type Payment = Answer<typeof userTransactions>[number]

interface FormProps {
  payments: readonly Payment[]
  /** The list that the payer belongs to. */
  list: typeof adminUsers | typeof adminOrganizations
  /** Calls besides payments and customers whose answers a refund changes. */
  changes?: readonly Call[]
  onClose: () => void
}

interface Props extends Omit<FormProps, 'payments'> {
  history: UseQueryResult<Payment[]>
  /** The name and email address of the payer. */
  payer: string
  /** Shown when there is nothing to refund. */
  nothing: ReactNode
  finalFocus: () => HTMLElement | null
}

/** Refunds a payment of a person or an organization, in full or in part, with a reason (D44). */
export function RefundPayments({ history, payer, nothing, finalFocus, ...form }: Props) {
  const payments = history.data?.filter(({ refundable }) => refundable > 0)
  return (
    <Dialog
      open
      onClose={form.onClose}
      title="Refund a Payment"
      description={payer}
      keepOpenOutside
      finalFocus={finalFocus}
    >
      {history.isPending && <LoadingRows what="payments" />}
      {history.isError && <LoadError what="the payments" failed={history} />}
      {payments?.length === 0 && <EmptyState title="Nothing to refund">{nothing}</EmptyState>}
      {payments && payments.length > 0 && <RefundForm {...form} payments={payments} />}
    </Dialog>
  )
}

interface Limits {
  /** Dollars that can go back at most, and why no more. */
  most: number
  beyond: string
  /** Dollars that may go back without a second person; null for any sum. */
  withoutApproval: number | null
}

function limitsOf(
  { amount, refundable }: Payment,
  { alone, secondPersonAbove, refundedElsewhere }: ReturnType<typeof useRefundLimits>,
) {
  const isLimited = alone !== null && alone < refundable
  const most = isLimited ? alone : refundable
  return {
    most,
    beyond: isLimited
      ? `Your role can refund at most ${formatDollars(most)} at once`
      : `At most ${formatDollars(most)} of this payment can be refunded`,
    // What went back before counts, too.
    withoutApproval:
      secondPersonAbove === null ? null : toCents(secondPersonAbove - refundedElsewhere - (amount - refundable)),
  } satisfies Limits
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100) / 100
}

function helpOf({ most, beyond, withoutApproval }: Limits, allowed: ReturnType<typeof useRefundLimits>): string {
  const { secondPersonAbove, refundedElsewhere } = allowed
  const elsewhere =
    refundedElsewhere > 0 ? ` So far, ${formatDollars(refundedElsewhere)} has been refunded from other payments.` : ''
  const approval =
    secondPersonAbove === null || withoutApproval === null || most <= withoutApproval
      ? ''
      : ` Someone else must approve when the refunds of this payment, with the customer’s other refunds of the last 24 hours, add up to more than ${formatDollars(secondPersonAbove)}.${elsewhere}`
  return `${beyond}. Unused minutes from this payment are taken back.${approval}`
}

function schemaOf({ most, beyond }: Limits) {
  return z.object({
    amount: z.coerce
      .number({ error: 'Please enter an amount' })
      .check(
        z.minimum(0.01, { error: 'Please enter an amount' }),
        z.maximum(most, { error: beyond }),
        z.multipleOf(0.01, { error: 'Please enter whole cents' }),
      ),
    reason: reasonField,
  })
}

function RefundForm({ payments, list, changes = [], onClose }: FormProps) {
  const [chosen, setChosen] = useState(payments[0])
  const [typed, setTyped] = useState<string | null>(null)
  const allowed = useRefundLimits(chosen?.id)
  const refund = useAdminCall(refundTransaction, {
    list,
    changes: [...changes, ...moneyReadings],
    failed: adminFailures.refund,
    done: ({ amount, state }) => {
      showToast(refundToast(amount, state))
      onClose()
    },
  })
  if (!chosen) return null
  if (allowed.read.isPending) return <LoadingRows what="payments" />
  if (allowed.read.isError) return <LoadError what="the limits for refunds" failed={allowed.read} />
  // The limits of another payment are on their way.
  const isSettling = allowed.read.isPlaceholderData
  const limits = limitsOf(chosen, allowed)
  const isAsked = limits.withoutApproval !== null && Number(typed ?? limits.most) > limits.withoutApproval
  return (
    <Form
      schema={schemaOf(limits)}
      onSubmit={(body) => refund.submit({ params: { id: chosen.id }, body: { ...body, key: refund.key } })}
      className="flex flex-col gap-4"
    >
      <PaymentChoice
        payments={payments}
        chosen={chosen}
        onChange={(payment) => {
          setChosen(payment)
          setTyped(null)
        }}
      />
      <TextField
        key={chosen.id}
        name="amount"
        label="Amount in dollars"
        help={helpOf(limits, allowed)}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={plainDollars(limits.most)}
        onChange={({ target }) => setTyped(target.value)}
        required
      />
      <TextArea name="reason" label="Reason" maxLength={500} rows={3} required />
      <FormButtons onCancel={onClose} isCancelDisabled={refund.isPending}>
        {isAsked ? (
          <SubmitButton pendingText="Requesting…" disabled={isSettling}>
            Request Approval
          </SubmitButton>
        ) : (
          <SubmitButton variant="danger" pendingText="Refunding…" disabled={isSettling}>
            Refund Payment
          </SubmitButton>
        )}
      </FormButtons>
    </Form>
  )
}

function refundToast(amount: number, state: Answer<typeof refundTransaction>['state']): ToastMessage {
  const dollars = formatDollars(amount)
  return state === 'waiting'
    ? {
        ...adminSuccesses.refundRequested,
        description: `Someone else on the team must approve the refund of ${dollars}.`,
      }
    : { ...adminSuccesses.refunded, description: `${dollars} will go back to the card.` }
}

interface ChoiceProps {
  payments: readonly Payment[]
  chosen: Payment
  onChange: (payment: Payment) => void
}

function PaymentChoice({ payments, chosen, onChange }: ChoiceProps) {
  return (
    <div className="-m-1 max-h-72 overflow-y-auto p-1">
      <OptionCards
        name="payment"
        legend="Payment"
        hideLegend
        cards={payments.map(({ id, description, receiptNumber, createdAt, amount, refundable }) => ({
          value: id,
          label: `${description}, ${formatDollars(amount)}, ${formatDate(createdAt)}, ${receiptNumber}`,
          content: (
            <OptionText title={`${description}, ${formatDollars(amount)}`}>
              {formatDate(createdAt)} · {receiptNumber} · {formatDollars(refundable)} can be refunded
            </OptionText>
          ),
        }))}
        value={chosen.id}
        onChange={(id) => onChange(payments.find((payment) => payment.id === id) ?? chosen)}
      />
    </div>
  )
}
