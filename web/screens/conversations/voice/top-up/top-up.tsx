import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { formatPrice, minutesText } from '#contract/amounts.ts'
import { card } from '#contract/billing/cards.ts'
import { packages, packageTiers } from '#contract/billing/prices.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import type { Answer, Input } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { pricePerMinute } from '#web/screens/billing/package-cards.tsx'
import { cardExpiry, cardName, keptCard, type SavedCard } from '#web/screens/billing/paying/card-name.ts'
import { KeptCardForm } from '#web/screens/billing/paying/confirm-payment.tsx'
import { payLabel } from '#web/screens/billing/paying/order-summary.tsx'
import { type Settlement, useSettlement } from '#web/screens/billing/paying/settle-payment.ts'
import { TermsNote } from '#web/screens/identity/terms-note.tsx'

type Package = Input<typeof createPaymentIntent>['body']['tier']
type Opened = Answer<typeof createPaymentIntent> & { tier: Package }

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
  const { paid, settle, reset } = useSettlement(user)
  const isForPool = user.organizationId !== null

  async function settlePaid(paymentIntentId: string) {
    setOpened(null)
    setPaying(false)
    await settle(paymentIntentId)
    setBusy(false)
  }

  function close() {
    if (isBusy) return
    reset()
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
        <Buy
          {...{ user, opened, isPaying, isBusy }}
          onOpened={(next) => {
            setOpened(next)
            setPaying(true)
          }}
          onBusy={setBusy}
          onPaid={(id) => void settlePaid(id)}
          onBack={() => setPaying(false)}
        />
      )}
    </Dialog>
  )
}

interface BuyProps {
  user: Me
  /** Chosen earlier and not paid yet: resumed. */
  opened: Opened | null
  isPaying: boolean
  isBusy: boolean
  onOpened: (opened: Opened) => void
  onBusy: (isBusy: boolean) => void
  onPaid: (paymentIntentId: string) => void
  onBack: () => void
}

/** The packages, then the payment; both need a saved card. */
function Buy({ user, opened, isPaying, onOpened, ...pay }: BuyProps) {
  const kept = useKeptCard(user)
  /** Resolves to the card saved at this moment; null if there is none or it cannot be read. */
  async function readCard() {
    // Waits for a read that is already running.
    const { isSuccess, data } = await kept.refetch({ cancelRefetch: false })
    return isSuccess ? data : null
  }
  return (
    <Loaded read={kept} what="your card">
      {(saved) => {
        if (!saved) return <NoCard />
        if (opened && isPaying) return <Pay opened={opened} {...pay} />
        return <Choose {...{ user, opened, readCard, onOpened }} />
      }}
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

/** Shown without a saved card: the checkout page can take the payment beside the conversation. */
function NoCard() {
  return (
    <EmptyState title="No saved card" action={<ToCheckout label="Go to checkout" />}>
      Pay once on the checkout page. Next time, a single click here is enough.
    </EmptyState>
  )
}

function ToCheckout({ label }: { label: string }) {
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

interface Offer {
  tier: Package
  name: string
  minutes: number
  priceCents: number
  badge?: string | undefined
}

/** Four packages for a person, five for an organization's pool (D50). */
const own: Offer[] = packageTiers.map((tier) => ({
  ...packages[tier],
  badge: packages[tier].popular ? 'Most Popular' : undefined,
}))
const pool: Offer[] = minutePackages.map((tier) => ({ tier, ...minuteOffers[tier] }))

interface ChooseProps extends Pick<BuyProps, 'user' | 'opened' | 'onOpened'> {
  readCard: () => Promise<SavedCard | null>
}

/** The packages in a column, each one press away. */
function Choose({ user: { organizationId }, opened, readCard, onOpened }: ChooseProps) {
  // Set within the press, so that a second press sees it; the call shows as pending a moment later.
  const [opening, setOpening] = useState<Package | null>(null)
  const open = useCall(createPaymentIntent, {
    done: (answer, { body }) => onOpened({ ...answer, tier: body.tier }),
    refused: () => setOpening(null),
  })

  async function choose(tier: Package) {
    if (opening !== null) return
    setOpening(tier)
    if (opened?.tier === tier) {
      // The card shown may be outdated: the checkout page may have replaced it.
      const kept = await readCard()
      if (!kept) return setOpening(null)
      if (isSameCard(opened.card, kept)) return onOpened(opened)
    }
    open.mutate({ body: { tier, ...(organizationId !== null && { organizationId }) } })
  }

  return (
    <ul ref={takeFocus} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {(organizationId === null ? own : pool).map((offer) => (
        <li key={offer.tier}>
          <PackageButton offer={offer} opening={opening} onChoose={() => void choose(offer.tier)} />
        </li>
      ))}
    </ul>
  )
}

/** Returns whether a payment was opened for the card that is saved now. */
function isSameCard(one: SavedCard | null, kept: SavedCard): boolean {
  return one !== null && cardName(one) === cardName(kept) && cardExpiry(one) === cardExpiry(kept)
}

interface PackageProps {
  offer: Offer
  /** The package whose payment is being opened. */
  opening: Package | null
  onChoose: () => void
}

function PackageButton({ offer: { tier, name, minutes, priceCents, badge }, opening, onChoose }: PackageProps) {
  return (
    <button
      type="button"
      aria-disabled={opening !== null || undefined}
      aria-busy={opening === tier || undefined}
      onClick={onChoose}
      className={classes(
        'flex w-full items-center justify-between gap-3 large-text:flex-wrap rounded-card border px-4 py-2.5 text-left transition-colors',
        opening === tier ? 'border-primary bg-soft' : 'border-line bg-surface',
        opening === null ? 'hover:border-control-line' : 'cursor-default',
        opening !== null && opening !== tier && 'opacity-60',
      )}
    >
      <span className="min-w-0">
        <span className="block font-semibold tabular">{minutesText(minutes)}</span>
        <span className="block text-sm text-muted tabular">
          {name} · {pricePerMinute({ priceCents, minutes })}&nbsp;a&nbsp;minute
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2 text-lg font-semibold tabular">
        {badge && <Badge tone="brand">{badge}</Badge>}
        {opening === tier && <Spinner />}
        <span translate="no">{formatPrice(priceCents)}</span>
      </span>
    </button>
  )
}

/** The opened payment, with the saved card. */
function Pay({
  opened,
  isBusy,
  onBack,
  ...paying
}: Omit<BuyProps, 'user' | 'isPaying' | 'onOpened'> & { opened: Opened }) {
  const { clientSecret, summary } = opened
  const kept = keptCard(opened, payLabel(summary))
  // The card was removed in the meantime.
  if (!kept) return <NoCard />
  return (
    <div ref={takeFocus} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <p className="text-lg font-semibold tabular">
        <span>{minutesText(summary.packageMinutes)}</span>{' '}
        <span className="text-base font-normal text-muted">{summary.lines[0]?.label}, once</span>
      </p>
      <KeptCardForm card={kept} clientSecret={clientSecret} {...paying} />
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
