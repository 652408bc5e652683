import { formatPrice, formatTenths, minutesText } from '#contract/amounts.ts'
import { packages, packageTiers, type CreditPackage, type PackageTier } from '#contract/billing/prices.ts'
import { classes } from '#web/kit/classes.ts'
import { optionHead, OptionCards } from '#web/kit/fields/option-cards.tsx'
import { packageColumns, PackageFacts, packageRows } from './package-cards.tsx'

interface PackageChoiceProps {
  name: string
  value: PackageTier
  onChange: (tier: PackageTier) => void
  disabled?: boolean
}

/** The four packages as one choice (S065, S067). */
export function PackageChoice({ name, value, onChange, disabled }: PackageChoiceProps) {
  return (
    <OptionCards
      name={name}
      legend="Package"
      hideLegend
      value={value}
      onChange={onChange}
      disabled={disabled}
      className={packageColumns}
      // Otherwise the mark of the popular one would lose its ground on the chosen card.
      cardClassName={classes(packageRows, 'has-checked:[&_[data-popular]>*]:bg-surface')}
      cards={packageTiers.map((tier) => ({
        value: tier,
        label: describe(packages[tier]),
        content: <PackageFacts offer={packages[tier]} headClassName={optionHead} />,
      }))}
    />
  )
}

/** Returns the whole card as one sentence, for screen readers. */
function describe({ name, priceCents, minutes, savingsPercent, popular }: CreditPackage): string {
  const savings = savingsPercent > 0 ? `, save ${formatTenths(savingsPercent)}%` : ''
  return `${name}: ${minutesText(minutes)} for ${formatPrice(priceCents)}${savings}${popular ? ', most popular' : ''}`
}
