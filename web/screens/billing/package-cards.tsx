import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPrice, formatRate, formatTenths, minutesText } from '#contract/amounts.ts'
import { packages, packageTiers, type CreditPackage, type PackageTier } from '#contract/billing/prices.ts'
import { Badge } from '#web/kit/badge.tsx'
import { classes } from '#web/kit/classes.ts'
import { MoonPhase, type Phase } from '#web/screens/frame/brand/logo.tsx'

const phases: Record<PackageTier, Phase> = { launch: 1, uplift: 2, navigate: 3, ascend: 4 }
/** One, two or four in a row. */
export const packageColumns = 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-4'
/** The four rows of a card's facts are as high as those beside it, so that lists start on one line. */
export const packageRows = 'row-span-4 grid grid-rows-subgrid gap-y-0'

/** Returns the id of the element that names a package, for buttons that share one label. */
export function packageNameId(tier: PackageTier): string {
  return `package-${tier}`
}

interface PackageCardsProps {
  /** The button or link of each card. */
  action: (offer: CreditPackage) => ReactNode
}

/** The four packages, side by side, each with its own button (S037, S089). */
export function PackageCards({ action }: PackageCardsProps) {
  return (
    <ul className={classes('grid gap-4', packageColumns)}>
      {packageTiers.map((tier) => (
        <li
          key={tier}
          data-tier={tier}
          className="row-span-5 grid grid-rows-subgrid gap-y-0 rounded-card border border-line bg-surface shadow-raised has-data-popular:border-primary"
        >
          <PackageFacts offer={packages[tier]} />
          <div className="self-end p-4 pt-0">{action(packages[tier])}</div>
        </li>
      ))}
    </ul>
  )
}

interface PackageFactsProps {
  offer: CreditPackage
  /** Classes of the first line, such as the room for a mark. */
  headClassName?: string
}

/** The content of a package's card, in four rows. */
export function PackageFacts({ offer, headClassName }: PackageFactsProps) {
  return (
    <>
      <PackageHead
        id={packageNameId(offer.tier)}
        name={offer.name}
        icon={<MoonPhase phase={phases[offer.tier]} className="size-5" />}
        badge={offer.popular && 'Most Popular'}
        className={headClassName}
      />
      <PackagePrice {...offer} savedPercent={offer.savingsPercent} />
      <p className="mx-4 mt-4 text-muted">{offer.description}</p>
      <ul className="mx-4 mt-4 mb-4 flex flex-col gap-1.5">
        {offer.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
            {feature}
          </li>
        ))}
      </ul>
    </>
  )
}

interface HeadProps {
  id: string
  name: string
  icon?: ReactNode
  badge?: string | false | undefined
  className?: string | undefined
}

/** The name of a package, marked if it stands out. */
export function PackageHead({ id, name, icon, badge, className }: HeadProps) {
  return (
    <div className={classes('mx-4 mt-4 flex min-h-6 self-start flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
      <span id={id} className="flex items-center gap-2 text-lg font-semibold">
        {icon}
        {name}
      </span>
      {badge && (
        <span data-popular>
          <Badge tone="brand">{badge}</Badge>
        </span>
      )}
    </div>
  )
}

interface PriceProps {
  priceCents: number
  minutes: number
  /** How much less a minute costs than in the smallest package. */
  savedPercent: number
}

/** The price of a package, its minutes, and the price of one. */
export function PackagePrice({ priceCents, minutes, savedPercent }: PriceProps) {
  return (
    <div className="mx-4 mt-4">
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tabular">{formatPrice(priceCents)}</span>
        <span className="text-muted">once</span>
      </p>
      <p className="mt-2 text-lg font-medium tabular">{minutesText(minutes)}</p>
      <p className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-muted tabular">
        {pricePerMinute({ priceCents, minutes })} a minute
        {savedPercent > 0 && <Badge tone="success">{`Save ${formatTenths(savedPercent)}%`}</Badge>}
      </p>
    </div>
  )
}

/** Returns `$0.25` for $15 and 60 minutes, `$0.208` for $25 and 120. */
export function pricePerMinute({ priceCents, minutes }: { priceCents: number; minutes: number }): string {
  const tenthsOfCents = Math.round((priceCents / minutes) * 10)
  return formatRate(tenthsOfCents / 1000)
}
