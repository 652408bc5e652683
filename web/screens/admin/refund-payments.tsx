import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { customer, endSubscription, type CustomerPlan } from '#contract/admin/customers.ts'
import { organizationTransactions, userTransactions } from '#contract/admin/users.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { query, write } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { useLoadToast } from '#web/client/load-toast.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { Whose } from './person-name.tsx'
import { type Allowed, refundToast, useRefundLimits, whatEnded } from './refunding.ts'

type Payment = Answer<typeof userTransactions>[number]

interface Refund {
  /** The person or the organization that paid. */
  whose: Whose
  /** The name and email address of the payer. */
  payer: string
  /** Shown when there is nothing to refund. */
  nothing: ReactNode
  /** Whether one of their payments can be chosen; by default all can. */
  isOffered?: (payment: Payment) => boolean
}

/** Refunds a payment of a person or an organization, in full or in part, with a reason (D44). */
export function openRefund(refund: Refund): Promise<unknown> {
  return openDialog((close) => <RefundPayments {...refund} close={close} />)
}

function RefundPayments({ whose, payer, nothing, isOffered = () => true, close }: Refund & { close: () => void }) {
  const call = whose.kind === 'user' ? userTransactions : organizationTransactions
  const [isBusy, setBusy] = useState(false)
  // Not read again while a refund is on its way, so that its form stays until it closes.
  const history = useQuery({ ...query(call, { params: { id: String(whose.id) } }), staleTime: 0, enabled: !isBusy })
  return (
    <Dialog onClose={() => !isBusy && close()} title="Refund a Payment" description={payer} keepOpenOutside>
      <Loaded read={history} what="the payments">
        {(all) => {
          const offered = all.filter(isOffered)
          const payments = offered.filter(({ refundable }) => refundable > 0)
          const waiting = offered.find((payment) => payment.waiting > 0)?.waiting
          return payments.length > 0 ? (
            <RefundForm
              payments={payments}
              personId={whose.kind === 'user' ? whose.id : null}
              onBusy={setBusy}
              close={close}
            />
          ) : (
            <EmptyState title="Nothing to refund">
              {waiting ? `A refund of ${formatDollars(waiting)} waits for approval under Payments.` : nothing}
            </EmptyState>
          )
        }}
      </Loaded>
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

function checksOf(most: number) {
  return {
    amount: z.coerce
      .number({ error: 'Please enter an amount' })
      .check(
        z.minimum(0.01, { error: 'Please enter an amount' }),
        z.maximum(most, { error: beyond(most) }),
        z.multipleOf(0.01, { error: 'Please enter whole cents' }),
      ),
    endsToo: z.optional(z.boolean()),
  }
}

interface FormProps {
  payments: readonly Payment[]
  /** The person who paid, whose subscription can be ended, too (D206); null for an organization. */
  personId: string | null
  onBusy: (isBusy: boolean) => void
  close: () => void
}

function RefundForm({ payments, personId, onBusy, close }: FormProps) {
  const [chosen, setChosen] = useState(payments[0])
  const [typed, setTyped] = useState<string | null>(null)
  const endsToo = useRef(false)
  const allowed = useRefundLimits(chosen?.id)
  const plan = useRunningPlan(chosen?.type === 'subscription' ? personId : null)
  if (!chosen) return null
  const limits = limitsOf(chosen, allowed)
  const amount = Number(typed ?? limits.first)
  const isAsked = amount > limits.withoutApproval

  return (
    <Loaded read={allowed.read} what="the limits for refunds">
      {() => (
        <CallForm
          call={refundTransaction}
          at={{ params: { id: chosen.id } }}
          fields={['amount', 'reason']}
          checks={checksOf(limits.most)}
          toBody={({ endsToo: isChosen, ...body }) => {
            endsToo.current = isChosen === true
            return body
          }}
          told={refundToast}
          done={async (answer, { body: { reason } }) => {
            if (endsToo.current && personId) await endToo(personId, reason, refundToast(answer))
            close()
          }}
          onBusy={onBusy}
          onCancel={close}
          submit={isAsked ? 'Request Approval' : 'Refund Payment'}
          pendingText={isAsked ? 'Requesting…' : 'Refunding…'}
          tone={isAsked ? 'primary' : 'danger'}
          // The limits of another payment are on their way.
          isDisabled={allowed.read.isPlaceholderData}
          slots={{
            amount: (
              <AmountField key={chosen.id} help={helpOf(limits, allowed)} first={limits.first} onType={setTyped} />
            ),
          }}
          after={
            plan &&
            amount >= limits.most && <Checkbox name="endsToo" label="End the subscription, too" help={planHelp(plan)} />
          }
        >
          <PaymentChoice
            payments={payments}
            chosen={chosen}
            onChange={(payment) => {
              setChosen(payment)
              setTyped(null)
            }}
          />
        </CallForm>
      )}
    </Loaded>
  )
}

/** Ends the subscription, too, and says so in the toast of the refund (D206). */
async function endToo(id: string, reason: string, toast: ToastMessage): Promise<void> {
  const told = ({ accessEndsAt }: { accessEndsAt: string | null }) => ({
    ...toast,
    description: `${toast.description} ${whatEnded(accessEndsAt)}`,
  })
  await write(endSubscription, { params: { id }, body: { reason } }, { told }).catch(() => undefined)
}

function AmountField({ help, first, onType }: { help: string; first: number; onType: (text: string) => void }) {
  return (
    <TextField
      name="amount"
      label="Amount in dollars"
      help={help}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={plainDollars(first)}
      onChange={({ target }) => onType(target.value)}
      required
    />
  )
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
