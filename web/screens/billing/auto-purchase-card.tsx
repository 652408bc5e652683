import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { cardName, type SavedCard } from './paying/card-name.ts'

/** The words for a person's own auto-purchase, and for that of a pool. */
const words = {
  person: {
    title: 'Auto-Purchase Credits',
    description: 'Buys minutes when your balance runs low, even in the middle of a session.',
    what: 'your auto-purchase settings',
    label: 'Buy minutes automatically',
    charge: 'You will be charged now',
  },
  pool: {
    title: 'Auto-Refill',
    description: 'Buys minutes with the saved card before the pool runs out.',
    what: 'the auto-refill settings',
    label: 'Refill the pool automatically',
    charge: 'The card will be charged now',
  },
}

interface WhoseProps {
  /** The person, or the pool, that gets the minutes. */
  whose: keyof typeof words
}

interface Props<Data> extends WhoseProps {
  read: UseQueryResult<Data>
  className?: string | undefined
  children: (data: Data) => ReactNode
}

/** The card with the settings of auto-purchase (D46, D109). */
export function AutoPurchaseCard<Data>({ whose, read, className, children }: Props<Data>) {
  const { title, description, what } = words[whose]
  return (
    <Card title={title} description={description} className={className}>
      <Loaded
        read={read}
        what={what}
        skeleton={
          <SkeletonGroup label={`Loading ${what}…`}>
            <Skeleton className="h-24" />
          </SkeletonGroup>
        }
      >
        {children}
      </Loaded>
    </Card>
  )
}

interface SwitchProps extends WhoseProps {
  isOn: boolean
  help: ReactNode
  disabled?: boolean
  onTurn: (isOn: boolean) => void
}

export function AutoPurchaseSwitch({ whose, isOn, onTurn, ...look }: SwitchProps) {
  return <Switch name="enabled" label={words[whose].label} checked={isOn} onChange={onTurn} {...look} />
}

interface MonthProps {
  spentThisMonth: number
  monthlyCap: number
}

/** How much of the monthly limit has been charged, in dollars. */
export function BoughtThisMonth({ spentThisMonth, monthlyCap }: MonthProps) {
  return (
    <div>
      <p className="flex justify-between gap-4 text-sm text-muted">
        <span>Bought this month</span>
        <span className="tabular">
          <span translate="no">{formatDollars(spentThisMonth)}</span> of{' '}
          <span translate="no">{formatDollars(monthlyCap)}</span>
        </span>
      </p>
      <ShareBar
        className="mt-2"
        total={Math.max(monthlyCap, spentThisMonth)}
        shares={[{ value: spentThisMonth, tone: spentThisMonth < monthlyCap ? 'primary' : 'warning' }]}
      />
    </div>
  )
}

interface Charge {
  /** Minutes at or below which a purchase is due. */
  threshold: number
  /** Such as `$25.00`. */
  price: string
  card: SavedCard | null
}

/** Asks before a new setting that charges the card at once, so that it surprises nobody (D45). */
export function askCharge(whose: WhoseProps['whose'], { threshold, price, card }: Charge): Promise<boolean> {
  const minutes = <span>{minutesText(threshold)}</span>
  return ask({
    title: words[whose].charge,
    text:
      whose === 'person' ? (
        <>
          Your balance is at or below {minutes}, so we'll charge <span>{price}</span>
          {card && <span>{` to your ${cardName(card)}`}</span>} right away.
        </>
      ) : (
        <>
          The pool has {minutes} or less, so <span>{price}</span> will be charged right away
          {card && <span>{` to the ${cardName(card)}`}</span>}.
        </>
      ),
    confirm: `Save and Pay ${price}`,
    keep: 'Keep Current Settings',
    tone: 'primary',
  })
}
