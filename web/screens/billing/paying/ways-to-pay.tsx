import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useStepFocus } from '#web/client/navigation.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import type { KeptCard } from './kept-card.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'

const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.tsx')).PaymentForm }))
const KeptCardForm = lazy(async () => ({ default: (await import('./kept-card-form.tsx')).KeptCardForm }))

interface Props {
  clientSecret: string
  payLabel: string
  returnPath: string
  /** The card that the payment was tried with. */
  keptCard: KeptCard | null
  /** Who charges what, and when. */
  charge: ReactNode
  note?: ReactNode
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
}

/** The saved card if there is one, otherwise the card form. */
export function WaysToPay({ keptCard, charge, note, isBusy, payLabel, returnPath, ...payment }: Props) {
  const [usesOther, setUsesOther] = useState(false)
  useStepFocus(usesOther ? 'other card' : 'kept card')
  if (keptCard && !usesOther) {
    return (
      <Card title="Your card">
        <Suspense fallback={<CardSkeleton />}>
          <KeptCardForm key={payment.clientSecret} card={keptCard} {...payment} />
        </Suspense>
        <Button
          variant="secondary"
          size="touch"
          wide
          className="mt-3"
          disabled={isBusy}
          onClick={() => setUsesOther(true)}
        >
          Use another card
        </Button>
        <Notes charge={charge} note={note} />
      </Card>
    )
  }
  return (
    <Card title="Card details">
      <Suspense fallback={<CardSkeleton />}>
        <PaymentForm key={payment.clientSecret} payLabel={payLabel} returnPath={returnPath} {...payment} />
      </Suspense>
      {keptCard && (
        <Button
          variant="secondary"
          size="touch"
          wide
          wraps
          className="mt-3"
          disabled={isBusy}
          onClick={() => setUsesOther(false)}
        >
          Back to {keptCard.name}
        </Button>
      )}
      <Notes charge={charge} note={note} />
    </Card>
  )
}

function Notes({ charge, note }: Pick<Props, 'charge' | 'note'>) {
  return (
    <div className="mt-4 flex flex-col gap-2">
      {charge}
      {note && <p className="text-sm text-muted">{note}</p>}
      <TermsNote />
    </div>
  )
}
