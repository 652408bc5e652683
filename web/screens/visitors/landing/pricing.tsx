import { formatCents, minutesText } from '#contract/amounts.ts'
import { combinedPriceCents, packages, platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LandingSection } from './section.tsx'
import { PackageCards, packageNameId } from '#web/screens/billing/package-cards.tsx'

const access = formatCents(platformAccess.priceCents)
const { uplift } = packages

/** The four packages, each preselected in registration (S037, S038, D59), and the cost of the first month. */
export function LandingPricing() {
  return (
    <LandingSection
      id="pricing"
      title="Pay for the minutes you talk"
      lead={`Platform access is ${access} a month and includes ${minutesText(platformAccess.monthlyMinutes)} to use that month. Extra minutes you buy never expire.`}
    >
      <PackageCards
        action={({ tier, popular }) => (
          <LinkButton
            href={paths.register({ tier })}
            aria-describedby={packageNameId(tier)}
            wide
            variant={popular ? 'primary' : 'secondary'}
          >
            Purchase Credits
          </LinkButton>
        )}
      />
      <FirstMonth />
    </LandingSection>
  )
}

/** The total of the first payment, for the most popular package. */
function FirstMonth() {
  const total = combinedPriceCents('uplift')
  const minutes = uplift.minutes + platformAccess.monthlyMinutes
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-10 gap-y-6 rounded-card bg-sunken p-5 sm:p-6">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-lg font-semibold">What you pay today</h3>
        <p className="mt-1 text-muted">
          With {uplift.name}, for example. After that it&apos;s {access} a month until you cancel, and extra minutes
          only when you buy them.
        </p>
      </div>
      <dl className="grid grid-cols-[1fr_auto_auto] gap-x-4 gap-y-1.5 tabular max-sm:w-full sm:gap-x-6 large-text:grid-cols-1">
        <Line name={uplift.name} price={uplift.priceCents} minutes={uplift.minutes} />
        <Line name="Platform access" price={platformAccess.priceCents} minutes={platformAccess.monthlyMinutes} />
        <Line name="Today" price={total} minutes={minutes} isTotal />
      </dl>
    </div>
  )
}

interface LineProps {
  name: string
  price: number
  minutes: number
  isTotal?: boolean
}

function Line({ name, price, minutes, isTotal = false }: LineProps) {
  return (
    <div
      className={`col-span-full grid grid-cols-subgrid ${isTotal ? 'border-t border-control-line pt-1.5 text-lg font-semibold' : ''}`}
    >
      <dt>{name}</dt>
      <dd className="text-right">{minutesText(minutes)}</dd>
      <dd className="text-right">{formatCents(price)}</dd>
    </div>
  )
}
