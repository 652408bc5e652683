import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { KeptCard } from './card-name.ts'
import { CardSkeleton } from './card-skeleton.tsx'

const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.tsx')).PaymentForm }))
const KeptCardForm = lazy(async () => ({ default: (await import('./confirm-payment.tsx')).KeptCardForm }))

interface Ways {
  clientSecret: string
  purpose?: 'payment' | 'setup'
  payLabel: string
  /** Path that a bank's own page leads back to. */
  returnPath: string
  /** Gets the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
  /** Opens another payment if this one was replaced elsewhere. */
  onReplaced?: (() => Promise<unknown>) | undefined
  /** A saved card to offer before the form. */
  keptCard?: KeptCard | null
}

interface WaysProps extends Ways {
  usesOther: boolean
  onOther: (usesOther: boolean) => void
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

/** The saved card with the way to another one, or the card form with the way back. */
export function WaysToPay({ keptCard, usesOther, onOther, isBusy, payLabel, returnPath, purpose, ...way }: WaysProps) {
  const isKept = keptCard && !usesOther
  return (
    <>
      <Suspense fallback={<CardSkeleton />}>
        {isKept ? (
          <KeptCardForm key={way.clientSecret} card={keptCard} {...way} />
        ) : (
          <PaymentForm
            key={way.clientSecret}
            payLabel={payLabel}
            returnPath={returnPath}
            {...(purpose && { purpose })}
            {...way}
          />
        )}
      </Suspense>
      {keptCard && (
        <Button
          variant="secondary"
          size="touch"
          wide
          wraps
          className="mt-3"
          disabled={isBusy}
          onClick={() => onOther(!usesOther)}
        >
          {usesOther ? `Back to ${keptCard.name}` : 'Use another card'}
        </Button>
      )}
    </>
  )
}

interface Props extends Ways {
  title: string
  description: string
  onClose: () => void
  /** Replaces the form once it is done. */
  children?: ReactNode
}

/** The card form in an opened dialog, which stays while the provider or the bank is busy. */
export function CardFormDialog({ title, description, onClose, children, ...ways }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [usesOther, setUsesOther] = useState(false)
  return (
    <Dialog onClose={() => !isBusy && onClose()} title={title} description={description} width="small" keepOpenOutside>
      {children || (
        <WaysToPay usesOther={usesOther} onOther={setUsesOther} isBusy={isBusy} onBusy={setBusy} {...ways} />
      )}
    </Dialog>
  )
}
