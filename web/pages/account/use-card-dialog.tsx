import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { formatCents } from '#contract/amounts.ts'
import { autoPurchase } from '#contract/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { saveCard, setUpCard } from '#contract/cards.ts'
import { packages } from '#contract/prices.ts'
import { query, useCall } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { refreshPaymentSettings } from '#web/refresh.ts'
import { failures, successes } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { CardFormDialog } from '#web/parts/card-form-dialog.tsx'
import type { FollowedPurchase } from './followed-purchase.ts'

interface Options {
  title: string
  /** Told when the card is tried for a purchase that was declined. */
  purchase: FollowedPurchase
  onSaved?: () => void
}

interface CardDialog {
  open: () => void
  /** Between the press and the form. */
  isOpening: boolean
  /** Belongs somewhere into the page. */
  dialog: ReactNode
}

/** Keeps another card: the form without a payment, then the server's word that the card is kept. */
export function useCardDialog({ title, purchase, onSaved }: Options): CardDialog {
  const settings = useQuery(query(autoPurchase)).data
  /** Purchased minutes before the card was charged; null when it is only kept. */
  const tried = useRef<number | null>(null)
  const [clientSecret, setClientSecret] = useState<string | null>(null)
  const setUp = useCall(setUpCard, {
    failed: failures.cardSetup,
    done: (opened) => setClientSecret(opened.clientSecret),
  })
  const save = useCall(saveCard, {
    failed: failures.saveCard,
    done: async () => {
      if (tried.current !== null) purchase.follow(tried.current)
      await refreshPaymentSettings()
      showToast(successes.cardSaved)
      close()
      onSaved?.()
    },
  })

  function saveConfirmed(setupIntentId: string) {
    tried.current = settings && chargesNewCard(settings) ? purchase.creditsNow : null
    save.mutate({ body: { setupIntentId } })
  }

  function close() {
    setClientSecret(null)
    save.reset()
  }

  const saving = save.isIdle ? undefined : (
    <Saving isFailed={save.isError} onRetry={() => save.variables && save.mutate(save.variables)} />
  )
  return {
    open: () => setUp.mutate(),
    isOpening: setUp.isPending,
    dialog: (
      <CardFormDialog
        clientSecret={clientSecret}
        purpose="setup"
        title={title}
        description={`It is kept for renewals and automatic purchases. ${chargeText(settings)}`}
        payLabel="Save Card"
        returnPath={paths.paymentReturn({ after: 'card' })}
        onClose={close}
        onPaid={saveConfirmed}
      >
        {saving}
      </CardFormDialog>
    ),
  }
}

type Settings = Answer<typeof autoPurchase>

/** Another card than the declined one is charged at once (D47). */
function chargesNewCard({ enabled, problem }: Settings): boolean {
  return enabled && (problem?.code === 'declined' || problem?.code === 'card_blocked')
}

function chargeText(settings: Settings | undefined): string {
  if (!settings || !chargesNewCard(settings)) return 'Nothing is charged now.'
  const price = formatCents(packages[settings.tier].priceCents)
  return `The declined automatic purchase of ${price} is tried again with it at once.`
}

/** The bank has agreed; our own part is under way, or has to be tried again. */
function Saving({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  if (!isFailed) {
    return (
      <p className="flex min-h-60 items-center justify-center">
        <Spinner label="Saving your card…" />
      </p>
    )
  }
  return (
    <div role="alert" className="flex min-h-60 flex-col items-center justify-center gap-4 text-center">
      <p className="max-w-xs text-lg">{failures.saveCard.text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
