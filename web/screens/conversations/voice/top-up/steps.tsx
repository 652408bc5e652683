import { ArrowLeft, CircleCheck, ExternalLink } from 'lucide-react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { createPaymentIntent } from '#contract/billing/purchases.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { Settlement } from '#web/screens/billing/paying/settle-payment.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { KeptCardForm } from '#web/screens/billing/paying/kept-card-form.tsx'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
import type { Package } from './packages.tsx'

export type OpenedTopUp = Answer<typeof createPaymentIntent> & { tier: Package }

/** Shown without a saved card: the checkout page can take the payment beside the conversation. */
export function NoCard() {
  return (
    <EmptyState title="No saved card" action={<ToCheckout />}>
      Pay once on the checkout page. Next time, a single click here is enough.
    </EmptyState>
  )
}

function ToCheckout({ label = 'Go to checkout' }: { label?: string }) {
  return (
    <LinkButton
      newTab
      variant="secondary"
      href={paths.checkout()}
      icon={<ExternalLink aria-hidden className="size-4" />}
    >
      {label}
      <span className="sr-only"> (opens in a new tab, the session continues)</span>
    </LinkButton>
  )
}

interface PayProps {
  opened: OpenedTopUp
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  onBack: () => void
}

/** The opened payment, with the saved card. */
export function PayStep({ opened, isBusy, onBusy, onPaid, onBack }: PayProps) {
  const { clientSecret, summary, card, paymentMethodId } = opened
  // The card was removed in the meantime.
  if (!card || !paymentMethodId) return <NoCard />
  return (
    <div ref={takeFocus} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <p className="text-lg font-semibold tabular">
        <span>{minutesText(summary.packageMinutes)}</span>{' '}
        <span className="text-base font-normal text-muted">{summary.lines[0]?.label}, once</span>
      </p>
      <KeptCardForm
        card={{ name: cardName(card), paymentMethodId, action: `Pay ${formatDollars(summary.totalAmount)}` }}
        clientSecret={clientSecret}
        onBusy={onBusy}
        onPaid={onPaid}
      />
      <TermsNote />
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          className="-ml-4"
          icon={<ArrowLeft aria-hidden className="size-4" />}
          disabled={isBusy}
          onClick={onBack}
        >
          Packages
        </Button>
        <ToCheckout label="Use another card" />
      </div>
    </div>
  )
}

interface PaidProps {
  /** Null while the server is being notified. */
  settlement: Settlement | null
  isForPool: boolean
  isTalking: boolean
  onClose: () => void
}

export function Paid({ settlement, isForPool, isTalking, onClose }: PaidProps) {
  if (!settlement) return <Spinner label="Adding the minutes…" />
  const isThere = settlement.state === 'credited'
  return (
    <div className="flex flex-col items-center gap-2 py-2 text-center">
      <div role="status" className="flex flex-col items-center gap-2">
        <CircleCheck aria-hidden className="size-10 text-success" />
        <p className="text-xl font-semibold">
          {isThere ? `${minutesText(settlement.minutes)} added` : 'Payment received'}
        </p>
        <p className="text-muted">
          {isThere
            ? `They're in ${isForPool ? 'the pool' : 'your balance'}${isTalking ? ' and ready for this conversation.' : '.'}`
            : `The minutes are arriving.${isTalking ? ' You can use them as soon as they arrive.' : ''}`}
        </p>
      </div>
      <Button ref={takeFocus} size="touch" wide className="mt-3" onClick={onClose}>
        {isTalking ? 'Keep talking' : 'Done'}
      </Button>
    </div>
  )
}
