import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { customer, type CustomerPlan } from '#contract/admin/customers.ts'
import { reasonField } from '#contract/admin-list.ts'
import type { adminOrganizations } from '#contract/admin/organizations.ts'
import type { adminUsers, userTransactions } from '#contract/admin/users.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import type { Answer, Call } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'
import { whatEnded } from './customers/acts/toasts.ts'
import { useEndSubscription } from './customers/acts/use-end-subscription.ts'
import { moneyReadings } from './payments/changes.ts'
import { adminFailures, refundToast } from './toasts.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { useAdminCall } from './use-admin-call.ts'
import { useRefundLimits } from './use-refund-limits.ts'

type Payment = Answer<typeof userTransactions>[number]

interface FormProps {
  payments: readonly Payment[]
  /** The list that the payer belongs to. */
  list: typeof adminUsers | typeof adminOrganizations
  /** The person who paid, whose subscription can be ended, too (D206); null for an organization. */
  personId: string | null
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
  /** Left out where `openDialog` has opened it. */
  finalFocus?: () => HTMLElement | null
}

/** Refunds a payment of a person or an organization, in full or in part, with a reason (D44). */
export function RefundPayments({ history, payer, nothing, finalFocus, ...form }: Props) {
  const payments = history.data?.filter(({ refundable }) => refundable > 0)
  const waiting = history.data?.find((payment) => payment.waiting > 0)?.waiting
  return (
    <Dialog
      {...(finalFocus && { open: true, finalFocus })}
      onClose={form.onClose}
      title="Refund a Payment"
      description={payer}
      keepOpenOutside
    >
      {history.isPending && <LoadingRows what="payments" />}
      {history.isError && <LoadError what="the payments" failed={history} />}
      {payments?.length === 0 && (
        <EmptyState title="Nothing to refund">
          {waiting ? `A refund of ${formatDollars(waiting)} waits for approval under Payments.` : nothing}
        </EmptyState>
      )}
      {payments && payments.length > 0 && <RefundForm {...form} payments={payments} />}
    </Dialog>
  )
}

interface Limits {
  /** Dollars that can go back at most. */
  most: number
  /** Dollars that are filled in at first; where the role has a limit, at most what is left of it. */
  first: number
  /** Dollars that may go back without the approval of someone else; 0 or less when every refund needs one. */
  withoutApproval: number
}

type Allowed = ReturnType<typeof useRefundLimits>

function limitsOf({ refundable }: Payment, allowed: Allowed): Limits {
  const { alone, secondPersonAbove, refundedBefore } = allowed
  const unapproved = (secondPersonAbove ?? Infinity) - refundedBefore
  return {
    most: refundable,
    first: alone === null || alone === 0 ? refundable : Math.min(alone, refundable),
    withoutApproval: Math.min(alone ?? Infinity, toCents(unapproved)),
  }
}

function toCents(dollars: number): number {
  return Math.round(dollars * 100) / 100
}

function helpOf(limits: Limits, allowed: Allowed): string {
  const taken = 'Unused minutes from this payment are taken back.'
  return limits.most > limits.withoutApproval ? `${taken} ${approvalHelp(limits, allowed)}` : taken
}

function beyond(most: number): string {
  return `At most ${formatDollars(most)} of this payment can be refunded`
}

/** Returns up to what sum a refund needs no approval, and why a larger one does. */
function approvalHelp({ withoutApproval }: Limits, { alone, aloneLimit, secondPersonAbove }: Allowed): string {
  const free = withoutApproval > 0 ? `You can refund ${formatDollars(withoutApproval)} without approval. ` : ''
  const what = free ? 'more' : 'this refund'
  if (alone === withoutApproval) {
    return `${free}An owner or finance must approve ${what}, because your role can give each customer ${formatDollars(aloneLimit ?? 0)} within 24 hours.`
  }
  return `${free}Someone else must approve ${what}, because the refunds of this payment and of the last 24 hours would add up to more than ${formatDollars(secondPersonAbove ?? 0)}.`
}

function schemaOf(most: number) {
  return z.object({
    amount: z.coerce
      .number({ error: 'Please enter an amount' })
      .check(
        z.minimum(0.01, { error: 'Please enter an amount' }),
        z.maximum(most, { error: beyond(most) }),
        z.multipleOf(0.01, { error: 'Please enter whole cents' }),
      ),
    reason: reasonField,
    endsToo: z.optional(z.boolean()),
  })
}

function RefundForm({ payments, ...form }: FormProps) {
  const [chosen, setChosen] = useState(payments[0])
  const [typed, setTyped] = useState<string | null>(null)
  const allowed = useRefundLimits(chosen?.id)
  const plan = useRunningPlan(chosen?.type === 'subscription' ? form.personId : null)
  const refund = useRefund(form)
  if (!chosen) return null
  if (allowed.read.isPending) return <LoadingRows what="payments" />
  if (allowed.read.isError) return <LoadError what="the limits for refunds" failed={allowed.read} />
  const limits = limitsOf(chosen, allowed)
  const amount = Number(typed ?? limits.first)
  return (
    <Form
      schema={schemaOf(limits.most)}
      onSubmit={(values) => refund.send(chosen.id, values)}
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
        defaultValue={plainDollars(limits.first)}
        onChange={({ target }) => setTyped(target.value)}
        required
      />
      <TextArea name="reason" label="Reason" maxLength={500} rows={3} required />
      {plan && amount >= limits.most && (
        <Checkbox name="endsToo" label="End the subscription, too" help={planHelp(plan)} />
      )}
      <FormButtons onCancel={form.onClose} isCancelDisabled={refund.isPending}>
        <RefundSubmit
          isAsked={amount > limits.withoutApproval}
          // The limits of another payment are on their way.
          disabled={allowed.read.isPlaceholderData}
        />
      </FormButtons>
    </Form>
  )
}

/** Sends a refund, and then the end of the subscription where that was chosen, too (D206). */
function useRefund({ list, personId, changes = [], onClose }: Omit<FormProps, 'payments'>) {
  const endsToo = useRef(false)
  const made = useRef<ToastMessage>(null)
  const end = useEndSubscription(({ accessEndsAt }) => {
    const { current: toast } = made
    if (toast) showToast({ ...toast, description: `${toast.description} ${whatEnded(accessEndsAt)}` })
  })
  const refund = useAdminCall(refundTransaction, {
    list,
    changes: [...changes, ...moneyReadings],
    failed: adminFailures.refund,
    done: async ({ amount, state }, { body: { reason } }) => {
      made.current = refundToast(amount, state)
      showToast(made.current)
      if (endsToo.current && personId) await end.submit({ params: { id: personId }, body: { reason } })
      onClose()
    },
  })
  return {
    isPending: refund.isPending,
    send: (id: string, { endsToo: isChosen, ...body }: z.output<ReturnType<typeof schemaOf>>) => {
      endsToo.current = isChosen === true
      return refund.submit({ params: { id }, body: { ...body, key: refund.key } })
    },
  }
}

/** Returns the plan of a person that renews unless it is ended; null without one. */
function useRunningPlan(personId: string | null): CustomerPlan | null {
  const { data } = useLoadToast(
    useQuery({ ...query(customer, { params: { id: personId ?? '' } }), enabled: personId !== null, staleTime: 0 }),
  )
  return personId !== null && data?.plan?.state === 'renews' ? data.plan : null
}

function planHelp({ at, nextCharge }: CustomerPlan): string {
  const charge = nextCharge === null ? '' : ` for ${formatDollars(nextCharge)}`
  return `Otherwise it renews${at === null ? '' : ` on ${formatDate(at)}`}${charge}. Access goes on until then either way.`
}

function RefundSubmit({ isAsked, disabled }: { isAsked: boolean; disabled: boolean }) {
  return isAsked ? (
    <SubmitButton pendingText="Requesting…" disabled={disabled}>
      Request Approval
    </SubmitButton>
  ) : (
    <SubmitButton variant="danger" pendingText="Refunding…" disabled={disabled}>
      Refund Payment
    </SubmitButton>
  )
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
        cards={payments.map(({ id, description, receiptNumber, createdAt, amount, refundable, waiting }) => ({
          value: id,
          label: `${description}, ${formatDollars(amount)}, ${formatDate(createdAt)}, ${receiptNumber}`,
          content: (
            <OptionText title={`${description}, ${formatDollars(amount)}`}>
              {formatDate(createdAt)} · {receiptNumber} · {formatDollars(refundable)} can be refunded
              {waiting > 0 && ` · ${formatDollars(waiting)} waits for approval`}
            </OptionText>
          ),
        }))}
        value={chosen.id}
        onChange={(id) => onChange(payments.find((payment) => payment.id === id) ?? chosen)}
      />
    </div>
  )
}
