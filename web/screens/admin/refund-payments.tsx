import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
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
import { showToast } from '#web/kit/dialogs/toast.ts'
import { adminFailures, adminSuccesses } from './toasts.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { useAdminCall } from './use-admin-call.ts'

type Payment = Answer<typeof userTransactions>[number]

interface FormProps {
  payments: readonly Payment[]
  /** The list that the payer belongs to, and other calls whose answers a refund changes. */
  list: typeof adminUsers | typeof adminOrganizations
  changes: readonly Call[]
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

function schemaOf({ refundable }: Payment) {
  return z.object({
    amount: z.coerce
      .number({ error: 'Please enter an amount' })
      .check(
        z.minimum(0.01, { error: 'Please enter an amount' }),
        z.maximum(refundable, { error: `At most ${formatDollars(refundable)} of this payment can be refunded` }),
        z.multipleOf(0.01, { error: 'Please enter whole cents' }),
      ),
    reason: reasonField,
  })
}

function RefundForm({ payments, list, changes, onClose }: FormProps) {
  const [chosen, setChosen] = useState(payments[0])
  const refund = useAdminCall(refundTransaction, {
    list,
    changes: [...changes, refundRequests],
    failed: adminFailures.refund,
    done: ({ amount, state }) => {
      if (state === 'waiting') {
        const description = `Someone else on the team must approve the refund of ${formatDollars(amount)}.`
        showToast({ ...adminSuccesses.refundRequested, description })
      } else
        showToast({ ...adminSuccesses.refunded, description: `${formatDollars(amount)} will go back to the card.` })
      onClose()
    },
  })
  if (!chosen) return null
  const most = formatDollars(chosen.refundable)
  return (
    <Form
      schema={schemaOf(chosen)}
      onSubmit={(body) => refund.submit({ params: { id: chosen.id }, body: { ...body, key: refund.key } })}
      className="flex flex-col gap-4"
    >
      <div className="max-h-72 overflow-y-auto p-1">
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
          onChange={(id) => setChosen(payments.find((payment) => payment.id === id) ?? chosen)}
        />
      </div>
      <TextField
        key={chosen.id}
        name="amount"
        label="Amount in dollars"
        help={`At most ${most}. Unused minutes from this payment are taken back.`}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={plainDollars(chosen.refundable)}
        required
      />
      <TextArea name="reason" label="Reason" maxLength={500} rows={3} required />
      <FormButtons onCancel={onClose} isCancelDisabled={refund.isPending}>
        <SubmitButton variant="danger" pendingText="Refunding…">
          Refund Payment
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}
