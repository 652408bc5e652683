import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { paths, type PaymentKind } from '#web/client/addresses/paths.ts'
import { ApiError } from '#web/client/api-error.ts'
import { serverMessage } from '#web/client/failure.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import { WaysToPay } from './card-form-dialog.tsx'
import type { KeptCard } from './card-name.ts'
import { CardSkeleton, PaymentColumns, PreparingNote } from './card-skeleton.tsx'
import { type Order, OrderChargeNote, OrderSummary, payLabel } from './order-summary.tsx'
import { PaymentDone, paymentFlows } from './payment-done.tsx'
import { useSettlement } from './settle-payment.ts'
interface Common {
  kind: PaymentKind
  user: Me
  /** Path that a bank's own page leads back to; by default the return page of this kind. */
  returnPath?: string
  /** A saved card that awaits its confirmation. */
  keptCard?: KeptCard | null
  /** Called once the provider has the money, before the server is notified. */
  onPaid?: () => void
  /** Title and head of the summary. */
  summaryTitle?: string
  summaryHead?: ReactNode
  /** Below the card form: what the card is saved for. */
  note?: ReactNode
}

/** A payment as the server opened it. */
interface OpenedPayment {
  clientSecret: string
  summary: Order
}

interface StepProps extends Common {
  opened: OpenedPayment
  back?: { label: string; onBack: () => void }
  /** Opens another payment if this one was replaced elsewhere; settles once that is decided. */
  onReplaced?: () => Promise<unknown>
  /** Goes to another package, where there is a choice. */
  onChangePackage?: () => void
}

/** Card form and order summary; pays, notifies the server and continues to the dashboard (S158-S161). */
export function PaymentStep(props: StepProps) {
  const { kind, user, opened, back, onPaid, onChangePackage, summaryTitle, summaryHead } = props
  const [isBusy, setBusy] = useState(false)
  const { paid, settle } = useSettlement(user, paymentFlows[kind].isSilent)
  if (paid) return <PaymentDone kind={kind} settlement={paid === 'settling' ? null : paid} />
  const summary = (
    <OrderSummary order={opened.summary} title={summaryTitle} isRenewal={kind === 'overdue'} head={summaryHead}>
      {onChangePackage && (
        <Button variant="secondary" size="dense" disabled={isBusy} onClick={onChangePackage}>
          Change Package
        </Button>
      )}
    </OrderSummary>
  )
  return (
    <PaymentColumns summary={summary}>
      <PayCard
        {...props}
        isBusy={isBusy}
        onBusy={setBusy}
        onPaid={(id) => {
          onPaid?.()
          void settle(id)
        }}
      />
      {back && (
        <div>
          <Button
            variant="ghost"
            className="-ml-4"
            icon={<ArrowLeft aria-hidden className="size-4" />}
            disabled={isBusy}
            onClick={back.onBack}
          >
            {back.label}
          </Button>
        </div>
      )}
    </PaymentColumns>
  )
}

interface PayProps extends Omit<StepProps, 'onPaid'> {
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
}

/** The saved card if there is one, otherwise the card form. */
function PayCard({ kind, opened, returnPath, keptCard = null, note, isBusy, onBusy, onPaid, onReplaced }: PayProps) {
  const [usesOther, setUsesOther] = useState(false)
  useStepFocus(usesOther ? 'other card' : 'kept card')
  return (
    <Card title={keptCard && !usesOther ? 'Your card' : 'Card details'}>
      <WaysToPay
        clientSecret={opened.clientSecret}
        payLabel={payLabel(opened.summary)}
        returnPath={returnPath ?? paths.paymentReturn({ after: kind })}
        usesOther={usesOther}
        onOther={setUsesOther}
        {...{ keptCard, isBusy, onBusy, onPaid, onReplaced }}
      />
      <div className="mt-4 flex flex-col gap-2">
        <OrderChargeNote kind={kind} order={opened.summary} />
        {note && <p className="text-sm text-muted">{note}</p>}
        <TermsNote />
      </div>
    </Card>
  )
}

interface AutoProps extends Common {
  opened: OpenedPayment | undefined
  /** The call that opens it; `refetch` repeats it. */
  call: { error: Error | null; refetch: () => unknown }
  /** Replaces the retry: a refusal that offers its own next step. */
  refusal?: ReactNode
  /** Goes back while the payment opens; without it the screen has no way back. */
  onLeave?: () => void
}

/** A payment that opens together with its screen: its loading state, its failure, then the payment itself. */
export function AutoOpenedPayment({ opened, call, refusal, onLeave, ...step }: AutoProps) {
  if (opened) return <PaymentStep opened={opened} onReplaced={async () => call.refetch()} {...step} />
  const { summaryTitle: title, summaryHead: head } = step
  // A payment that cannot be opened has no figures; the plan's own facts stay.
  const summary = (head || !call.error) && (
    <OrderSummary order={call.error ? null : undefined} title={title} head={head} />
  )
  return (
    <PaymentColumns summary={summary}>
      {refusal ?? (call.error && <SetupFailed call={call} error={call.error} />) ?? (
        <Card title="Card details">
          <CardSkeleton />
          <PreparingNote isPreparing />
          {onLeave && (
            <Button variant="secondary" size="touch" className="mt-4" onClick={onLeave}>
              Go Back
            </Button>
          )}
        </Card>
      )}
    </PaymentColumns>
  )
}

function SetupFailed({ call: { refetch }, error }: { call: AutoProps['call']; error: Error }) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined
  return (
    <ErrorPanel
      title="We couldn't prepare your payment"
      onRetry={() => void refetch()}
      details={requestId && `Request ${requestId}`}
    >
      <p>
        <SupportText>{serverMessage(error) ?? 'Please try again.'}</SupportText> Nothing was charged.
      </p>
    </ErrorPanel>
  )
}
