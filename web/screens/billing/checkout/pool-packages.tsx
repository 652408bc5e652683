import type { ReactNode } from 'react'
import { minutesText } from '#contract/amounts.ts'
import {
  minuteOffers,
  minutePackages,
  minuteRate,
  type MinuteOffer,
  type MinutePackage,
} from '#contract/organizations/prices.ts'
import { PackageHead, PackagePrice } from '#web/screens/billing/package-cards.tsx'

/** Returns the id of the element that names a package, for buttons that share one label. */
export function poolPackageNameId(tier: MinutePackage): string {
  return `pool-package-${tier}`
}

const dearestRate = Math.max(...minutePackages.map((tier) => minuteRate(minuteOffers[tier])))

/** The five packages for a pool, side by side, each with its own button (D49). */
export function PoolPackages({ action }: { action: (tier: MinutePackage, offer: MinuteOffer) => ReactNode }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {minutePackages.map((tier) => {
        const offer = minuteOffers[tier]
        return (
          <li
            key={tier}
            data-tier={tier}
            className="row-span-3 grid grid-rows-subgrid gap-y-0 rounded-card border border-line bg-surface shadow-raised has-data-popular:border-primary"
          >
            <PackageHead
              id={poolPackageNameId(tier)}
              name={offer.name}
              badge={offer.badge}
              className="justify-between"
            />
            <PackagePrice {...offer} savedPercent={(1 - minuteRate(offer) / dearestRate) * 100} />
            <div className="self-end p-4">{action(tier, offer)}</div>
          </li>
        )
      })}
    </ul>
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
