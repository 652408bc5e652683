import type { ReactNode } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import type { PaymentKind } from '#web/client/addresses/paths.ts'
import { serverMessage } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { OrderSummary, type Order } from './order-summary.tsx'
import { PaymentColumns } from './payment-columns.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PreparingNote } from './preparing-note.tsx'
import type { KeptCard } from './kept-card.ts'
import { SupportText } from '#web/kit/support-text.tsx'

interface Props {
  kind: PaymentKind
  user: Me
  opened: { clientSecret: string; summary: Order } | undefined
  /** The call that opens it; `refetch` repeats it. */
  call: { error: Error | null; refetch: () => unknown }
  /** Replaces the retry: a refusal that offers its own next step. */
  refusal?: ReactNode
  onPaid?: () => void
  returnPath?: string
  keptCard?: KeptCard | null
  summaryTitle?: string
  summaryHead?: ReactNode
  note?: ReactNode
  /** Goes back while the payment opens; without it the screen has no way back. */
  onLeave?: () => void
}

/** A payment that opens together with its screen: its loading state, its failure, then the payment itself. */
export function AutoOpenedPayment({ opened, call, refusal, onLeave, ...step }: Props) {
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

function SetupFailed({ call: { refetch }, error }: { call: Props['call']; error: Error }) {
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
