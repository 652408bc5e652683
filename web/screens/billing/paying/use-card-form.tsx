import { useState } from 'react'
import { saveCard, setUpCard } from '#contract/billing/cards.ts'
import { failureOf, useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
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

/** Warns when the saved card has expired or expires within a month. */
export function CardExpiry({ card }: { card: SavedCard }) {
  const [now] = useState(() => new Date())
  if (isExpired(card, now)) {
    return <Banner tone="danger">This card has expired. Save another one, or your next renewal will fail.</Banner>
  }
  if (!expiresSoon(card, now)) return null
  return <Banner tone="warning">This card expires soon. Save another one before it does.</Banner>
}
