import { packages, packageTiers, type CreditPackage, type PackageTier } from '#contract/billing/prices.ts'
import { RadioCards } from '#web/kit/fields/radio-cards.tsx'
import { packageColumns, PackageFacts, shortPrice } from './package-cards.tsx'

interface PackageChoiceProps {
  name: string
  value: PackageTier
  onChange: (tier: PackageTier) => void
  disabled?: boolean
}

/** The four packages as one choice (S065, S067). */
export function PackageChoice({ name, value, onChange, disabled }: PackageChoiceProps) {
  return (
    <RadioCards
      name={name}
      legend="Package"
      value={value}
      onChange={onChange}
      disabled={disabled}
      className={packageColumns}
      cards={packageTiers.map((tier) => ({
        value: tier,
        label: describe(packages[tier]),
        content: <PackageFacts offer={packages[tier]} />,
      }))}
    />
  )
}

/** Returns the whole card as one sentence, for screen readers. */
function describe({ name, priceCents, minutes, savingsPercent, popular }: CreditPackage): string {
  const savings = savingsPercent > 0 ? `, save ${savingsPercent.toFixed(1)}%` : ''
  return `${name}: ${minutes} minutes for ${shortPrice(priceCents)}${savings}${popular ? ', most popular' : ''}`
}
