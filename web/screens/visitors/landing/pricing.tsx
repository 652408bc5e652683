import { formatCents, minutesText } from '#contract/amounts.ts'
import { combinedPriceCents, packages, platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LandingSection } from './section.tsx'
import { PackageCards, packageNameId } from '#web/screens/billing/package-cards.tsx'
import { BellRing, CircleSlash, Hourglass, Infinity as Endless, type LucideIcon } from 'lucide-react'

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

const rules: readonly { Icon: LucideIcon; title: string; text: string }[] = [
  {
    Icon: Hourglass,
    title: 'Charged by the second',
    text: 'From the moment the agent joins to the moment you end, rounded down. 61 seconds cost 61 seconds.',
  },
  {
    Icon: CircleSlash,
    title: 'A false start is free',
    text: 'A conversation under 10 seconds costs nothing, and neither does one where the agent never spoke.',
  },
  {
    Icon: BellRing,
    title: 'No surprise at the end',
    text: 'You get a heads-up at 2 minutes left and again at 30 seconds. Your balance never goes below zero.',
  },
  {
    Icon: Endless,
    title: 'Bought minutes stay',
    text: 'The minutes you buy never expire, and your history accounts for every one of them.',
  },
]

/** How talk time is counted, beside a picture of how it shows (D69-D73). */
export function LandingFairness() {
  return (
    <LandingSection
      title="Every second accounted for"
      lead="Our server measures your talk time to the second. Here's the deal:"
    >
      <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[1.1fr_1fr]">
        <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
          {rules.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden className="size-6 text-link" />
              <h3 className="mt-3 text-lg font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <RecapPicture />
      </div>
    </LandingSection>
  )
}

const history = [
  { what: 'Session with Sales Call Coach', minutes: '−4.20', after: '115.80' },
  { what: 'Uplift, bought once', minutes: '+120', after: '120' },
  { what: 'Session of 8 seconds', minutes: '0', after: '0' },
]

/** The recap of a conversation, and the history behind the balance. */
function RecapPicture() {
  return (
    <div
      role="img"
      aria-label="After a conversation of 4:12: all of it charged, 115.80 minutes left, and the history that adds up to it."
      className="mx-auto w-full max-w-md lg:max-w-none"
    >
      <div aria-hidden className="rounded-dialog border border-line bg-surface p-5 shadow-overlay select-none sm:p-6">
        <p className="text-center text-xl font-semibold">Session saved</p>
        <div className="mt-4 grid grid-cols-3 gap-2 rounded-card bg-sunken p-3 text-center">
          <Figure name="Duration" value="4:12" />
          <Figure name="Charged" value="4:12" />
          <Figure name="Balance" value="115.80 minutes" />
        </div>
        <div className="mt-5 flex flex-col">
          {history.map(({ what, minutes, after }) => (
            <div key={what} className="flex items-baseline gap-4 border-t border-line py-2.5">
              <span className="min-w-0 flex-1">{what}</span>
              <span className="font-medium tabular">{minutes}</span>
              <span className="w-14 text-right text-muted tabular">{after}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{name}</p>
      <p className="font-semibold tabular">{value}</p>
    </div>
  )
}
