import type { ReactNode } from 'react'
import {
  minuteOffers,
  minutePackages,
  minuteRate,
  type MinuteOffer,
  type MinutePackage,
} from '#contract/organizations/prices.ts'
import { shortPrice } from '#web/screens/billing/package-cards.tsx'
import { Badge } from '#web/kit/badge.tsx'

/** Returns the id of the element that names a package, for buttons that share one label. */
export function poolPackageNameId(tier: MinutePackage): string {
  return `pool-package-${tier}`
}

/** The five packages for a pool, side by side, each with its own button (D49). */
export function PoolPackages({ action }: { action: (tier: MinutePackage, offer: MinuteOffer) => ReactNode }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {minutePackages.map((tier) => (
        <li
          key={tier}
          data-tier={tier}
          className="relative flex flex-col rounded-card border border-line bg-surface shadow-raised has-data-best:border-primary"
        >
          <Facts tier={tier} offer={minuteOffers[tier]} />
          <div className="mt-auto p-4 pt-0">{action(tier, minuteOffers[tier])}</div>
        </li>
      ))}
    </ul>
  )
}

const dearestRate = Math.max(...minutePackages.map((tier) => minuteRate(minuteOffers[tier])))

function Facts({ tier, offer }: { tier: MinutePackage; offer: MinuteOffer }) {
  const rate = minuteRate(offer)
  const savedPercent = (1 - rate / dearestRate) * 100
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <span id={poolPackageNameId(tier)} className="text-lg font-semibold">
          {offer.name}
        </span>
        {offer.badge && (
          <span data-best>
            <Badge tone="brand">{offer.badge}</Badge>
          </span>
        )}
      </div>
      <p className="flex items-baseline gap-2">
        <span className="text-3xl font-semibold tabular">{shortPrice(offer.priceCents)}</span>
        <span className="text-muted">once</span>
      </p>
      <div>
        <p className="text-lg font-medium tabular">{offer.minutes.toLocaleString('en-US')}&nbsp;minutes</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted tabular">
          <span className="leading-6">${rate} a minute</span>
          {savedPercent > 0 && <Badge tone="success">Save {savedPercent.toFixed(1)}%</Badge>}
        </p>
      </div>
    </div>
  )
}
