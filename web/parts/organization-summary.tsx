import type { ReactNode } from 'react'
import { formatCents } from '#contract/amounts.ts'
import {
  priceLines,
  priceOrganization,
  type OrganizationChoice,
  type PriceLine,
} from '#contract/organization-prices.ts'
import { classes } from '#web/ui/classes.ts'

const totals = {
  oneTime: { cents: 'oneTimeCents', label: 'One-time total' },
  monthly: { cents: 'monthlyCents', label: 'Monthly total' },
  today: { cents: 'todayCents', label: 'Total Payment Today' },
  firstYear: { cents: 'firstYearCents', label: 'First-year total' },
} as const

export type Total = keyof typeof totals

interface Props {
  choice: OrganizationChoice
  title: string
  /** The sums below the lines; the last one is the one that counts here. */
  show: readonly Total[]
  /** Below the figures. */
  children?: ReactNode
}

/** What a choice is made of and what it comes to; the same figures wherever it is shown (D93). */
export function OrganizationSummary({ choice, title, show, children }: Props) {
  const lines = priceLines(choice)
  const figures = priceOrganization(choice)
  return (
    <section
      aria-label={title}
      className="rounded-card border border-line bg-surface p-5 shadow-raised print:border-0 print:p-0 print:shadow-none"
    >
      <h2 className="text-xl font-semibold print:hidden">{title}</h2>
      <Lines title="Once" lines={lines.filter(({ isMonthly }) => !isMonthly)} />
      <Lines title="Every month" lines={lines.filter(({ isMonthly }) => isMonthly)} />
      <dl className="mt-5 flex flex-col gap-2 border-t border-line pt-4">
        {show.map((total, place) => (
          <Sum
            key={total}
            label={totals[total].label}
            cents={figures[totals[total].cents]}
            isMain={place === show.length - 1}
          />
        ))}
      </dl>
      {children}
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly PriceLine[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3 className="mt-5 text-sm font-medium text-muted">{title}</h3>
      <dl className="mt-2 flex flex-col gap-2.5">
        {lines.map(({ name, detail, cents }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="min-w-0">
              {name}
              <span className="block text-sm text-muted tabular">{detail}</span>
            </dt>
            <dd className="tabular">{formatCents(cents)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Sum({ label, cents, isMain }: { label: string; cents: number; isMain: boolean }) {
  return (
    <div className={classes('flex items-baseline justify-between gap-4', isMain && 'mt-1 font-semibold')}>
      <dt className={isMain ? 'text-lg' : undefined}>{label}</dt>
      <dd className={classes('tabular', isMain && 'text-2xl')}>
        <span role={isMain ? 'status' : undefined}>{formatCents(cents)}</span>
      </dd>
    </div>
  )
}
