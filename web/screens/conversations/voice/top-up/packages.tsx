import { formatPrice, minutesText } from '#contract/amounts.ts'
import { type MinutePackage, minuteOffers, minutePackages } from '#contract/organizations/prices.ts'
import { packages, packageTiers, type PackageTier } from '#contract/billing/prices.ts'
import { Badge } from '#web/kit/badge.tsx'
import { classes } from '#web/kit/classes.ts'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { Spinner } from '#web/kit/spinner.tsx'
import { pricePerMinute } from '#web/screens/billing/package-cards.tsx'

export type Package = PackageTier | MinutePackage

interface Offer {
  tier: Package
  name: string
  minutes: number
  priceCents: number
  badge?: string | undefined
}

const own: Offer[] = packageTiers.map((tier) => ({
  ...packages[tier],
  badge: packages[tier].popular ? 'Most Popular' : undefined,
}))
const pool: Offer[] = minutePackages.map((tier) => ({ tier, ...minuteOffers[tier] }))

interface Props {
  /** Five packages for an organization's pool, four for a person (D50). */
  isForPool: boolean
  /** The package whose payment is being opened. */
  opening: Package | null
  onChoose: (tier: Package) => void
}

/** The packages in a column, each one press away. */
export function TopUpPackages({ isForPool, opening, onChoose }: Props) {
  return (
    <ul ref={takeFocus} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {(isForPool ? pool : own).map(({ tier, name, minutes, priceCents, badge }) => (
        <li key={tier}>
          <button
            type="button"
            aria-disabled={opening !== null || undefined}
            aria-busy={opening === tier || undefined}
            onClick={() => opening === null && onChoose(tier)}
            className={classes(
              'flex w-full items-center justify-between gap-3 large-text:flex-wrap rounded-card border px-4 py-2.5 text-left transition-colors',
              opening === tier ? 'border-primary bg-soft' : 'border-line bg-surface',
              opening === null ? 'hover:border-control-line' : 'cursor-default',
              opening !== null && opening !== tier && 'opacity-60',
            )}
          >
            <span className="min-w-0">
              <span className="block font-semibold tabular">{minutesText(minutes)}</span>
              <span className="block text-sm text-muted tabular">
                {name} · {pricePerMinute({ priceCents, minutes })}&nbsp;a&nbsp;minute
              </span>
            </span>
            <span className="flex shrink-0 items-center gap-2 text-lg font-semibold tabular">
              {badge && <Badge tone="brand">{badge}</Badge>}
              {opening === tier && <Spinner />}
              <span translate="no">{formatPrice(priceCents)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
