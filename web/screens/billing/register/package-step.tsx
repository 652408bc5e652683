import { ArrowLeft } from 'lucide-react'
import { dollarsToCents, formatCents, minutesText } from '#contract/amounts.ts'
import { packages, platformAccess, type PackageTier } from '#contract/billing/prices.ts'
import { PackageChoice } from '#web/screens/billing/package-choice.tsx'
import { PreparingNote } from '#web/screens/billing/paying/preparing-note.tsx'
import { PriceChanged } from '#web/screens/billing/subscription/price-changed.tsx'
import type { PriceChange } from '#web/screens/billing/subscription/price-change.ts'
import { Button } from '#web/kit/button.tsx'
import { StepPage } from './step-page.tsx'

interface Props {
  tier: PackageTier
  onTier: (tier: PackageTier) => void
  /** Price of a month of platform access, in dollars. */
  monthlyDollars: number
  /** The server's figures, if they differ from ours. */
  priceChange: PriceChange | null
  isPending: boolean
  onContinue: () => void
  onBack: () => void
}

/** Step 2: one of the four packages, with what it costs together with platform access (S065-S067). */
export function PackageStep({ tier, onTier, monthlyDollars, priceChange, isPending, onContinue, onBack }: Props) {
  const { name, priceCents, minutes } = packages[tier]
  const monthlyCents = dollarsToCents(monthlyDollars)
  return (
    <StepPage step="package">
      <PackageChoice name="package" value={tier} onChange={onTier} disabled={isPending} />
      {priceChange && (
        <div className="mt-6">
          <PriceChanged change={priceChange} />
        </div>
      )}
      <p className="mt-6 text-muted">
        <span>{minutesText(minutes)}</span> that never expire, and{' '}
        <span>{minutesText(platformAccess.monthlyMinutes)}</span> for this month. Platform access renews monthly; cancel
        anytime.
      </p>
      <div
        data-totals-bar=""
        className="sticky bottom-above-bar z-10 mt-4 rounded-card border border-line bg-raised px-4 py-3 shadow-overlay sm:px-6 sm:py-4 large-text:static"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p role="status" className="min-w-0 font-medium sm:text-lg">
            {name} <span translate="no">{formatCents(priceCents)}</span> + platform access{' '}
            <span translate="no">{formatCents(monthlyCents)}</span>
          </p>
          <Button
            size="touch"
            className="max-sm:w-full"
            pending={isPending}
            pendingText="Preparing…"
            onClick={onContinue}
          >
            Continue to Payment · <span translate="no">{formatCents(priceCents + monthlyCents)}</span>
          </Button>
        </div>
        <PreparingNote isPreparing={isPending} />
      </div>
      <Button
        variant="ghost"
        className="mt-4 -ml-4"
        icon={<ArrowLeft aria-hidden className="size-4" />}
        onClick={onBack}
      >
        Back to Details
      </Button>
    </StepPage>
  )
}
