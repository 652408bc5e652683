import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import type { KeptCard } from './kept-card.ts'

const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.tsx')).PaymentForm }))
const KeptCardForm = lazy(async () => ({ default: (await import('./kept-card-form.tsx')).KeptCardForm }))

interface Props {
  /** Client secret of the provider's payment or setup; null keeps the dialog closed. */
  clientSecret: string | null
  purpose: 'payment' | 'setup'
  title: string
  description: string
  payLabel: string
  returnPath: string
  onClose: () => void
  /** Gets the provider's id of the payment or setup. */
  onPaid: (intentId: string) => void
  /** A saved card to offer before the form. */
  keptCard?: KeptCard | null
  /** Replaces the form once it is done. */
  children?: ReactNode
}

/** The card form in a dialog, which stays open while the provider or the bank is busy. */
export function CardFormDialog({ clientSecret, title, description, keptCard, onClose, children, ...form }: Props) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open={clientSecret !== null}
      onClose={() => !isBusy && onClose()}
      title={title}
      description={description}
      width="small"
      keepOpenOutside
    >
      {children ??
        (clientSecret && (
          <Suspense fallback={<CardSkeleton />}>
            <FormOrKeptCard
              key={clientSecret}
              clientSecret={clientSecret}
              keptCard={keptCard}
              isBusy={isBusy}
              onBusy={setBusy}
              {...form}
            />
          </Suspense>
        ))}
    </Dialog>
  )
}

interface FormProps extends Omit<Props, 'title' | 'description' | 'onClose' | 'children'> {
  clientSecret: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

/** The saved card with the way to another one, or the form. */
function FormOrKeptCard({ keptCard, isBusy, ...form }: FormProps) {
  const [usesOther, setUsesOther] = useState(false)
  if (!keptCard || usesOther) return <PaymentForm {...form} />
  const { clientSecret, onBusy, onPaid } = form
  return (
    <>
      <KeptCardForm card={keptCard} clientSecret={clientSecret} onBusy={onBusy} onPaid={onPaid} />
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
    </>
  )
}
