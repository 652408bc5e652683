import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { card } from '#contract/billing/cards.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { cardExpiry, cardName, type SavedCard } from '#web/screens/billing/paying/card-name.ts'
import { KeptCardForm } from '#web/screens/billing/paying/kept-card-form.tsx'
import { type Settlement, settlePayment } from '#web/screens/billing/paying/settle-payment.ts'
import { billingFailures } from '#web/screens/billing/toasts.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'
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
  const readCard = async () => {
    // Waits for a read that is already running.
    const { isSuccess, data } = await kept.refetch({ cancelRefetch: false })
    return isSuccess ? data : null
  }
  return (
    <Loaded read={kept} what="your card">
      {(saved) => (saved ? children(readCard) : <NoCard />)}
    </Loaded>
  )
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

type Opened = Answer<typeof createPaymentIntent> & { tier: Package }

/** Shown without a saved card: the checkout page can take the payment beside the conversation. */
function NoCard() {
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
  opened: Opened
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  onBack: () => void
}

/** The opened payment, with the saved card. */
function PayStep({ opened, isBusy, onBusy, onPaid, onBack }: PayProps) {
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

function Paid({ settlement, isForPool, isTalking, onClose }: PaidProps) {
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
