import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { card } from '#contract/billing/cards.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import type { Me } from '#contract/identity/people.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { query, useCall } from '#web/client/api.ts'
import { settlePayment, type Settlement } from '#web/screens/billing/paying/settle-payment.ts'
import { showFailure } from '#web/client/failure.ts'
import { billingFailures } from '#web/screens/billing/toasts.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { cardExpiry, cardName, type SavedCard } from '#web/screens/billing/paying/card-name.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { NoCard, Paid, PayStep, type OpenedTopUp as Opened } from './steps.tsx'
import { type Package, TopUpPackages } from './packages.tsx'

interface Props {
  user: Me
  open: boolean
  onClose: () => void
  /** The state of the conversation, in words. */
  left: string
  /** Whether the conversation is still running and can use the minutes. */
  isTalking: boolean
}

/**
 * Buys minutes for the running conversation with the saved card, without leaving it (D49, D87). Keep it mounted: the
 * next press resumes a payment whose answer was lost instead of paying twice, and a payment in progress is reported
 * even after the conversation has ended.
 */
export function VoiceTopUp({ user, open, onClose, left, isTalking }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isPaying, setPaying] = useState(false)
  const [paid, setPaid] = useState<'settling' | Settlement | null>(null)
  const isForPool = user.organizationId !== null

  async function settle(paymentIntentId: string) {
    setPaid('settling')
    setOpened(null)
    setPaying(false)
    const settlement = await settlePayment({ paymentIntentId, purchasedBefore: user.purchasedCredits })
    if (settlement.state === 'failed') showFailure(billingFailures.minutesLate)
    setPaid(settlement)
    setBusy(false)
  }

  function close() {
    if (isBusy) return
    setPaid(null)
    setPaying(false)
    onClose()
  }

  return (
    <Dialog
      open={open || isBusy || paid !== null}
      onClose={close}
      title={isForPool ? 'Buy Credits for the Pool' : 'Buy Credits'}
      description={left}
      width="small"
      keepOpenOutside
    >
      {paid ? (
        <Paid settlement={paid === 'settling' ? null : paid} {...{ isForPool, isTalking }} onClose={close} />
      ) : (
        <WithCard user={user}>
          {(readCard) =>
            opened && isPaying ? (
              <PayStep
                {...{ opened, isBusy }}
                onBusy={setBusy}
                onPaid={(id) => void settle(id)}
                onBack={() => setPaying(false)}
              />
            ) : (
              <Choose
                {...{ user, opened, readCard }}
                onOpened={(next) => {
                  setOpened(next)
                  setPaying(true)
                }}
              />
            )
          }
        </WithCard>
      )}
    </Dialog>
  )
}

/** Returns whether a payment was opened for the card that is saved now. */
function isSameCard(one: SavedCard | null, kept: SavedCard): boolean {
  return one !== null && cardName(one) === cardName(kept) && cardExpiry(one) === cardExpiry(kept)
}

/** Resolves to the card saved at this moment; null if there is none or it cannot be read. */
type ReadCard = () => Promise<SavedCard | null>

/** Renders for a payer with a saved card, or says what to do without one. */
function WithCard({ user, children }: { user: Me; children: (readCard: ReadCard) => ReactNode }) {
  const kept = useKeptCard(user)
  if (kept.isError) return <LoadError what="your card" failed={kept} />
  if (kept.data === undefined) {
    return (
      <SkeletonGroup label="Loading your card…" className="flex flex-col gap-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </SkeletonGroup>
    )
  }
  if (!kept.data) return <NoCard />
  return children(async () => {
    // Waits for a read that is already running.
    const { isSuccess, data } = await kept.refetch({ cancelRefetch: false })
    return isSuccess ? data : null
  })
}

/** `data` is null if no card is saved. */
function useKeptCard({ organizationId }: Me): UseQueryResult<SavedCard | null> {
  // It may just have been saved on the checkout page in another tab.
  const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const
  const own = useQuery({ ...query(card), ...fresh, enabled: organizationId === null, select: (answer) => answer.card })
  const params = { organizationId: String(organizationId) }
  const pool = useQuery({
    ...query(organizationBilling, { params }),
    ...fresh,
    enabled: organizationId !== null,
    select: (billing) => billing.card,
  })
  return organizationId === null ? own : pool
}

interface ChooseProps {
  user: Me
  /** Chosen earlier and not paid yet: resumed. */
  opened: Opened | null
  readCard: ReadCard
  onOpened: (opened: Opened) => void
}

function Choose({ user: { organizationId }, opened, readCard, onOpened }: ChooseProps) {
  // Set within the press, so that a second press sees it; the call shows as pending a moment later.
  const [opening, setOpening] = useState<Package | null>(null)
  const open = useCall(createPaymentIntent, {
    failed: billingFailures.paymentSetup,
    done: (answer, { body }) => onOpened({ ...answer, tier: body.tier }),
    refused: () => setOpening(null),
  })

  async function choose(tier: Package) {
    setOpening(tier)
    if (opened?.tier === tier) {
      // The card shown may be outdated: the checkout page may have replaced it.
      const kept = await readCard()
      if (!kept) return setOpening(null)
      if (isSameCard(opened.card, kept)) return onOpened(opened)
    }
    open.mutate({ body: { tier, ...(organizationId !== null && { organizationId }) } })
  }

  return <TopUpPackages isForPool={organizationId !== null} opening={opening} onChoose={(tier) => void choose(tier)} />
}
