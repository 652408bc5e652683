import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { saveCard, setUpCard } from '#contract/billing/cards.ts'
import { failureOf, useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Spinner } from '#web/kit/spinner.tsx'
import { CardFormDialog } from './card-form-dialog.tsx'
import { cardExpiry, cardName, expiresSoon, isExpired, type SavedCard } from './card-name.ts'

interface Options {
  title: string
  description: string
  /** Path that a bank's own page leads back to. */
  returnPath: string
  /** The organization whose pool the card pays for; without it, the user's own account. */
  organizationId?: number
}

/** Saves another card: the form without a payment, then the server's confirmation. */
export function useCardForm(options: Options) {
  const setUp = useCall(setUpCard)

  /** Resolves to whether a card was saved, once the screen is current. */
  async function open(): Promise<boolean> {
    const { organizationId } = options
    const opened = await setUp.mutateAsync({ body: { organizationId } }).catch(() => null)
    if (!opened) return false
    const isSaved = await openDialog<boolean>((close) => <CardForm {...options} {...opened} close={close} />)
    return isSaved === true
  }

  return { open, isOpening: setUp.isPending }
}

interface FormProps extends Options {
  clientSecret: string
  close: (isSaved?: boolean) => void
}

function CardForm({ organizationId, close, ...shown }: FormProps) {
  const save = useCall(saveCard, { done: () => close(true) })
  return (
    <CardFormDialog
      purpose="setup"
      payLabel="Save Card"
      onClose={close}
      onPaid={(setupIntentId) => save.mutate({ body: { organizationId, setupIntentId } })}
      {...shown}
    >
      {!save.isIdle && <Saving isFailed={save.isError} onRetry={() => save.variables && save.mutate(save.variables)} />}
    </CardFormDialog>
  )
}

/** The bank has agreed; our server is saving the card, or has to try again. */
function Saving({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed) {
    return (
      <p className="flex min-h-60 items-center justify-center">
        <Spinner label="Saving your card…" />
      </p>
    )
  }
  return (
    <div className="flex min-h-60 flex-col items-center justify-center gap-4 text-center">
      <p className="max-w-xs text-lg">{failureOf(saveCard)?.text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

interface KeptProps {
  kept: SavedCard | null
  /** Changes it; left out for people who may not. */
  form?: ReturnType<typeof useCardForm> | null
}

/** The saved card, and the way to change it. */
export function KeptCard({ kept, form }: KeptProps) {
  return (
    <div className="flex flex-col gap-4">
      {kept ? <CardFacts kept={kept} /> : <p className="text-muted">No saved card.</p>}
      {kept && <CardExpiry card={kept} />}
      {form && (
        <Button
          variant="secondary"
          wide
          pending={form.isOpening}
          pendingText="Preparing…"
          onClick={() => void form.open()}
        >
          {kept ? 'Update Card' : 'Add Card'}
        </Button>
      )}
    </div>
  )
}

/** What we know of the saved card: brand, last four digits and expiry. */
function CardFacts({ kept }: { kept: SavedCard }) {
  return (
    <div className="night flex min-h-36 flex-col justify-between rounded-card border border-moon-shade p-4">
      <div className="flex items-start justify-between gap-4">
        <CreditCard aria-hidden className="size-6 text-moon" />
        <p className="font-medium">{cardName(kept)}</p>
      </div>
      <div className="flex items-end justify-between gap-4 text-night-muted">
        <p aria-hidden className="text-lg whitespace-nowrap tracking-[0.1em] tabular">
          •••• {kept.last4}
        </p>
        <p className="text-sm whitespace-nowrap tabular">Expires {cardExpiry(kept)}</p>
      </div>
    </div>
  )
}

/** Warns when the saved card has expired or expires within a month. */
function CardExpiry({ card }: { card: SavedCard }) {
  const [now] = useState(() => new Date())
  if (isExpired(card, now)) {
    return <Banner tone="danger">This card has expired. Save another one, or your next renewal will fail.</Banner>
  }
  if (!expiresSoon(card, now)) return null
  return <Banner tone="warning">This card expires soon. Save another one before it does.</Banner>
}
