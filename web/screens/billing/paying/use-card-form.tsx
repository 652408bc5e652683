import { useState, type ReactNode } from 'react'
import { saveCard, setUpCard } from '#contract/billing/cards.ts'
import { failureOf, useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { CardFormDialog } from './card-form-dialog.tsx'
import { expiresSoon, isExpired, type SavedCard } from './card-name.ts'

interface Options {
  title: string
  description: string
  /** Path that a bank's own page leads back to. */
  returnPath: string
  /** The organization whose pool the card pays for; without it, the user's own account. */
  organizationId?: number
  /** Called when the bank has agreed and the server is about to be notified. */
  confirmed?: () => void
  /** Called when the card is saved and the screen is current. */
  kept?: () => void
}

interface CardForm {
  open: () => void
  /** From the press until the form shows. */
  isOpening: boolean
  /** To be rendered anywhere on the page. */
  dialog: ReactNode
}

/** Saves another card: the form without a payment, then the server's confirmation. */
export function useCardForm({ organizationId, confirmed, kept, ...shown }: Options): CardForm {
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const setUp = useCall(setUpCard, { done: (opened) => setClientSecret(opened.clientSecret) })
  const save = useCall(saveCard, {
    done: () => {
      kept?.()
      close()
    },
  })

  function saveConfirmed(setupIntentId: string) {
    confirmed?.()
    save.mutate({ body: { organizationId, setupIntentId } })
  }

  function close() {
    setClientSecret(null)
    save.reset()
  }

  const saving = save.isIdle ? undefined : (
    <Saving isFailed={save.isError} onRetry={() => save.variables && save.mutate(save.variables)} />
  )
  return {
    open: () => setUp.mutate({ body: { organizationId } }),
    isOpening: setUp.isPending,
    dialog: (
      <CardFormDialog
        clientSecret={clientSecret}
        purpose="setup"
        payLabel="Save Card"
        onClose={close}
        onPaid={saveConfirmed}
        {...shown}
      >
        {saving}
      </CardFormDialog>
    ),
  }
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

/** Warns when the saved card has expired or expires within a month. */
export function CardExpiry({ card }: { card: SavedCard }) {
  const [now] = useState(() => new Date())
  if (isExpired(card, now)) {
    return <Banner tone="danger">This card has expired. Save another one, or your next renewal will fail.</Banner>
  }
  if (!expiresSoon(card, now)) return null
  return <Banner tone="warning">This card expires soon. Save another one before it does.</Banner>
}
