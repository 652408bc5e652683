import type { ReactNode } from 'react'
import { formatPrice, formatTenths, minutesText } from '#contract/amounts.ts'
import {
  minuteOffers,
  minutePackages,
  minuteRate,
  type MinuteOffer,
  type MinutePackage,
} from '#contract/organizations/prices.ts'
import { pricePerMinute } from '#web/screens/billing/package-cards.tsx'
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
          className="row-span-3 grid grid-rows-subgrid gap-y-0 rounded-card border border-line bg-surface shadow-raised has-data-best:border-primary"
        >
          <Facts tier={tier} offer={minuteOffers[tier]} />
          <div className="self-end p-4">{action(tier, minuteOffers[tier])}</div>
        </li>
      ))}
    </ul>
  )
}

const dearestRate = Math.max(...minutePackages.map((tier) => minuteRate(minuteOffers[tier])))

function Facts({ tier, offer }: { tier: MinutePackage; offer: MinuteOffer }) {
  const savedPercent = (1 - minuteRate(offer) / dearestRate) * 100
  return (
    <>
      <div className="mx-4 mt-4 flex min-h-6 self-start flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span id={poolPackageNameId(tier)} className="text-lg font-semibold">
          {offer.name}
        </span>
        {offer.badge && (
          <span data-best>
            <Badge tone="brand">{offer.badge}</Badge>
          </span>
        )}
      </div>
      <div className="mx-4 mt-4">
        <p className="flex items-baseline gap-2">
          <span className="text-3xl font-semibold tabular">{formatPrice(offer.priceCents)}</span>
          <span className="text-muted">once</span>
        </p>
        <p className="mt-2 text-lg font-medium tabular">{minutesText(offer.minutes)}</p>
        <p className="mt-0.5 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-muted tabular">
          {pricePerMinute(offer)} a minute
          {savedPercent > 0 && <Badge tone="success">{`Save ${formatTenths(savedPercent)}%`}</Badge>}
        </p>
      </div>
    </>
  )
}

/** Heads the figures of a payment for an organization: the minutes, and who gets them. */
export function PoolHead({ organizationName, minutes }: { organizationName: string; minutes: number }) {
  return (
    <>
      <p className="text-lg font-semibold tabular">{minutesText(minutes)}</p>
      <p className="mt-1 text-muted">
        For the pool of <span className="font-medium break-words text-text">{organizationName}</span>, shared by
        everyone in it. These minutes never expire.
      </p>
    </>
  )
}
