import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dollarsToCents, formatCents, formatDollars, minutesText } from '#contract/amounts.ts'
import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { monthlyCap, packageTiers } from '#contract/billing/prices.ts'
import type { Answer, Input } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { readAgain } from '#web/client/query-client.ts'
import { Banner, type BannerTone } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { askCharge, AutoPurchaseCard, AutoPurchaseSwitch, BoughtThisMonth } from '../auto-purchase-card.tsx'
import { automaticPackage } from '../automatic-package.ts'
import { cardName } from '../paying/card-name.ts'
import { type FollowedPurchase, useCardDialog } from './followed-purchase.ts'
import { NumberSetting } from './number-setting.tsx'

type State = Answer<typeof autoPurchase>
type Change = Input<typeof changeAutoPurchase>['body']

interface Props {
  user: Me
  purchase: FollowedPurchase
  className?: string
}

/** The card that switches auto-purchase on and off and holds its settings (S100, S173, S174, D45-D47). */
export function AutoPurchase({ className, ...props }: Props) {
  return (
    <AutoPurchaseCard whose="person" read={useQuery(query(autoPurchase))} className={className}>
      {(state) => <Settings state={state} {...props} />}
    </AutoPurchaseCard>
  )
}

interface SettingsProps extends Omit<Props, 'className'> {
  state: State
}

function Settings(props: SettingsProps) {
  const { state, purchase } = props
  const changes = useChanges(props)
  const newCard = useCardDialog('Add a card first', purchase)

  async function turn(isOn: boolean) {
    if (!isOn) return changes.save({ enabled: false })
    // The question must know whether it charges at once.
    if (state.card) await readAgain()
    else if (!(await newCard.open())) return
    return openDialog((close) => <SwitchOn purchase={purchase} close={close} />)
  }

  return (
    <div className="flex flex-col gap-5">
      <AutoPurchaseSwitch
        whose="person"
        help={state.enabled ? undefined : <Preview state={state} />}
        isOn={changes.wanted.enabled ?? state.enabled}
        disabled={changes.isSaving || newCard.isOpening}
        onTurn={(isOn) => void turn(isOn)}
      />
      {state.problem && <ProblemBanner problem={state.problem} purchase={purchase} />}
      {state.enabled && <Fields state={state} wantedTier={changes.wanted.tier} onSave={changes.saveAfterAsking} />}
      {state.enabled && purchase.isFollowing && (
        <Spinner label={`Buying ${minutesText(automaticPackage(state).minutes)}…`} />
      )}
    </div>
  )
}

/** Saves each change at once (S174); asks before one that makes a purchase due. */
function useChanges({ state, user, purchase }: SettingsProps) {
  const [wanted, setWanted] = useState<Change>({})
  const call = useCall(changeAutoPurchase)

  /** Resolves to whether the server saved the change; a refusal has already shown its toast. */
  async function save(change: Change, isCharging = false): Promise<boolean> {
    const creditsBefore = purchase.minutesNow
    setWanted((others) => ({ ...others, ...change }))
    try {
      await call.mutateAsync({ body: change })
    } catch {
      return false
    } finally {
      setWanted((all) => without(all, change))
    }
    if (isCharging) purchase.follow(creditsBefore)
    return true
  }

  async function saveAfterAsking(change: Change): Promise<boolean> {
    if (!chargesAtOnce(state, change, user.creditBalance)) return save(change)
    const { tier = state.tier, threshold = state.threshold } = change
    const price = formatCents(automaticPackage(state, tier).priceCents)
    return (await askCharge('person', { threshold, price, card: state.card })) && save(change, true)
  }

  return {
    save,
    saveAfterAsking,
    isSaving: call.isPending,
    /** What is being saved. It shows right away, because the old value would look like a refusal. */
    wanted,
  }
}

function without(all: Change, saved: Change): Change {
  const isOpen = ([name, value]: [string, unknown]) => saved[name as keyof Change] !== value
  return Object.fromEntries(Object.entries(all).filter(isOpen))
}

/**
 * Returns whether changing active settings makes a purchase due: the new threshold is at or above the balance, or a
 * purchase that this month's limit held back now fits.
 */
function chargesAtOnce(state: State, change: Change, balance: number): boolean {
  const { tier, threshold, monthlyCap: cap } = { ...state, ...change }
  if (balance > (threshold ?? state.threshold)) return false
  if (balance > state.threshold) return true
  const cents = dollarsToCents(state.spentThisMonth) + automaticPackage(state, tier ?? state.tier).priceCents
  return state.problem?.code === 'cap_reached' && cents <= dollarsToCents(cap ?? state.monthlyCap)
}

/** What auto-purchase would buy, shown while it is off. */
function Preview({ state }: { state: State }) {
  const { minutes, priceCents } = automaticPackage(state)
  return (
    <>
      When it's on, we buy <span>{minutesText(minutes)}</span> for <span translate="no">{formatCents(priceCents)}</span>{' '}
      when your balance falls to <span>{minutesText(state.threshold)}</span>, for at most{' '}
      <span translate="no">{formatDollars(state.monthlyCap)}</span> a month. We'll ask you before it starts.
    </>
  )
}

function packageOptions(state: State) {
  return packageTiers.map((tier) => {
    const { name, minutes, priceCents } = automaticPackage(state, tier)
    return { value: tier, label: `${name}: ${minutesText(minutes)} for ${formatCents(priceCents)}` }
  })
}

interface FieldsProps {
  state: State
  /** The package that is being saved. */
  wantedTier: State['tier'] | undefined
  /** Resolves to whether the change was saved. */
  onSave: (change: Change) => Promise<boolean>
}

/** Package, threshold and monthly limit; each change is saved at once (S174). */
function Fields({ state, wantedTier, onSave }: FieldsProps) {
  const { threshold, card } = state
  const { minutes, priceCents } = automaticPackage(state)
  const lowestCap = Math.ceil(priceCents / 100)
  const highestCap = monthlyCap.maxCents / 100
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem]">
        <div className="sm:col-span-2 lg:col-span-1">
          <Select
            name="tier"
            label="Package"
            options={packageOptions(state)}
            value={wantedTier ?? state.tier}
            onChange={(tier) => void onSave({ tier })}
          />
        </div>
        <NumberSetting
          name="threshold"
          label="Threshold (minutes)"
          wrong="Threshold must be a whole number from 1 to 50"
          value={threshold}
          min={1}
          max={50}
          onSave={(minutesLeft) => onSave({ threshold: minutesLeft })}
        />
        <NumberSetting
          name="monthlyCap"
          label="Monthly limit (USD)"
          wrong={`The monthly limit must be a whole number from ${lowestCap} to ${highestCap}`}
          value={state.monthlyCap}
          min={lowestCap}
          max={highestCap}
          onSave={(cap) => onSave({ monthlyCap: cap })}
        />
      </div>
      <p className="text-muted">
        When your balance falls to <span>{minutesText(threshold)}</span>, we buy <span>{minutesText(minutes)}</span> for{' '}
        <span translate="no">{formatCents(priceCents)}</span>
        {card && <span>{` with your ${cardName(card)}`}</span>}.
      </p>
      <BoughtThisMonth {...state} />
    </>
  )
}

interface SwitchOnProps extends Pick<Props, 'purchase'> {
  close: () => void
}

function SwitchOn(props: SwitchOnProps) {
  const state = useQuery(query(autoPurchase)).data
  const user = useMe()
  return state && user && <SwitchOnQuestion state={state} user={user} {...props} />
}

/**
 * States what will be bought, when, with which card and up to what amount, before anything is switched on (D45, D46).
 */
function SwitchOnQuestion({ state, user, purchase, close }: SettingsProps & SwitchOnProps) {
  const { creditBalance: balance, purchasedCredits } = user
  const [tier, setTier] = useState(state.tier)
  const price = formatCents(automaticPackage(state, tier).priceCents)
  const threshold = minutesText(state.threshold)
  // A smaller package may still fit the limit when the chosen one does not.
  const chargesNow = state.chargesNow || (tier !== state.tier && balance <= state.threshold)
  const change = useCall(changeAutoPurchase, { done: () => chargesNow && purchase.follow(purchasedCredits) })

  async function confirm() {
    await change.submit({ body: { tier, enabled: true } })
    close()
  }

  return (
    <Dialog
      onClose={() => !change.isPending && close()}
      title="Switch on auto-purchase?"
      description="We'll charge your card without asking again until you switch this off."
      width="small"
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={close}>
            Keep It Off
          </Button>
          <Button pending={change.isPending} onClick={() => void confirm()}>
            {chargesNow ? `Switch On and Pay ${price}` : 'Switch On'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {chargesNow && (
          <Banner tone="warning" title="You will be charged now">
            Your balance is at or below <span>{threshold}</span>, so we'll charge <span>{price}</span> right away.
          </Banner>
        )}
        <Select name="tier" label="Package" options={packageOptions(state)} value={tier} onChange={setTier} />
        <dl className="flex flex-col gap-2.5">
          <Line label="Price" value={`${price} each time`} />
          <Line label="Threshold" value={threshold} />
          {state.card && <Line label="Paid with" value={cardName(state.card)} />}
          <Line label="Monthly limit" value={formatDollars(state.monthlyCap)} />
          <Line label="Your balance" value={minutesText(balance)} />
          <Line label="Next possible charge" value={chargesNow ? 'Now' : `At ${threshold}`} />
        </dl>
      </div>
    </Dialog>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-medium tabular">{value}</dd>
    </div>
  )
}

type Problem = NonNullable<State['problem']>

const problemWords: Record<Problem['code'], { title: string; tone: BannerTone }> = {
  declined: { title: 'Your card was declined', tone: 'danger' },
  card_blocked: { title: 'This card can no longer be charged', tone: 'danger' },
  confirmation_needed: { title: 'Your bank needs you to confirm a payment', tone: 'warning' },
  cap_reached: { title: "You reached this month's limit", tone: 'warning' },
  paused: { title: 'Auto-purchase is paused', tone: 'warning' },
  switched_off: { title: 'Auto-purchase was turned off', tone: 'danger' },
  on_hold: { title: 'Auto-purchase is on hold', tone: 'warning' },
}

interface ProblemProps {
  problem: Problem
  purchase: FollowedPurchase
}

/** What blocks the next automatic purchase, and how to fix it (D46, D47). */
function ProblemBanner({ problem: { code, message, retryAt, checkoutId }, purchase }: ProblemProps) {
  const update = useCardDialog('Update card', purchase)
  const isAboutCard = code === 'declined' || code === 'card_blocked' || code === 'switched_off'
  return (
    <Banner
      {...problemWords[code]}
      actions={
        <>
          {isAboutCard && (
            <Button variant="secondary" size="dense" pending={update.isOpening} onClick={() => void update.open()}>
              Use Another Card
            </Button>
          )}
          {checkoutId && (
            <LinkButton href={paths.checkout({ resume: checkoutId })} size="dense">
              Confirm Payment
            </LinkButton>
          )}
          {!isAboutCard && !checkoutId && (
            <LinkButton href={paths.checkout()} variant="secondary" size="dense">
              Add Credits
            </LinkButton>
          )}
        </>
      }
    >
      {retryAt ? `${message} The next try is on ${formatDate(retryAt, true)}.` : message}
    </Banner>
  )
}
