import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { packages, packageTiers, type CreditPackage, type PackageTier } from '#contract/billing/prices.ts'
import { Badge } from '#web/kit/badge.tsx'
import { MoonPhase, type Phase } from '#web/screens/frame/brand/logo.tsx'

const phases: Record<PackageTier, Phase> = { launch: 1, uplift: 2, navigate: 3, ascend: 4 }
/** One, two or four in a row. */
export const packageColumns = 'grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4'

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
    <ul className={`grid ${packageColumns}`}>
      {packageTiers.map((tier) => (
        <li
          key={tier}
          data-tier={tier}
          className="relative flex flex-col rounded-card border border-line bg-surface shadow-raised has-data-popular:border-primary"
        >
          <PackageFacts offer={packages[tier]} />
          <div className="mt-auto p-4 pt-0">{action(packages[tier])}</div>
        </li>
      ))}
    </ul>
  )
}

/** The content of a package's card. */
export function PackageFacts({ offer }: { offer: CreditPackage }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <span id={packageNameId(offer.tier)} className="flex items-center gap-2 text-lg font-semibold">
          <MoonPhase phase={phases[offer.tier]} className="size-5" />
          {offer.name}
        </span>
        {offer.popular && (
          <span data-popular>
            <Badge tone="brand">Most Popular</Badge>
          </span>
        )}
      </div>
      <div>
        <p className="flex items-baseline gap-2">
          <span className="text-3xl font-semibold tabular">{shortPrice(offer.priceCents)}</span>
          <span className="text-muted">once</span>
        </p>
        <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium tabular">{offer.minutes}&nbsp;minutes</span>
          {offer.savingsPercent > 0 && <Badge tone="success">Save {offer.savingsPercent.toFixed(1)}%</Badge>}
        </p>
      </div>
      <p className="text-muted">{offer.description}</p>
      <ul className="flex flex-col gap-1.5">
        {offer.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns `$15` for 1500, `$2.97` for 297, `$1,500` for 150000. */
export function shortPrice(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en-US')}` : `$${(cents / 100).toFixed(2)}`
}
