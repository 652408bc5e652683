import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CardSkeleton } from './card-skeleton.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const PaymentForm = lazy(async () => ({ default: (await import('./payment-form.tsx')).PaymentForm }))

interface Props {
  /** Secret of what was opened at the provider; null keeps the dialog shut. */
  clientSecret: string | null
  purpose: 'payment' | 'setup'
  title: string
  description: string
  payLabel: string
  returnPath: string
  onClose: () => void
  /** Gets the provider's id of what went through. */
  onPaid: (intentId: string) => void
  /** In place of the form, once it has done its work. */
  children?: ReactNode
}

/** The card form over the page; while the provider or the bank is busy with it, it stays. */
export function CardFormDialog({ clientSecret, title, description, onClose, children, ...form }: Props) {
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
            <PaymentForm clientSecret={clientSecret} onBusy={setBusy} {...form} />
          </Suspense>
        ))}
    </Dialog>
  )
}
