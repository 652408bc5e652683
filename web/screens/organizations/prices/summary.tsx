import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatCents } from '#contract/amounts.ts'
import {
  offerOrganization,
  priceLines,
  priceOrganization,
  type OrganizationOrder,
  type PriceLine,
} from '#contract/organizations/prices.ts'
import { classes } from '#web/kit/classes.ts'

export const totalLabels = {
  oneTime: 'One-time total',
  monthly: 'Monthly total',
  today: 'Total Payment Today',
  firstYear: 'First-year total',
} as const

/** The title of the summary on every page (S359). */
export const summaryTitle = 'Selected Package'

interface ChoiceProps {
  choice: OrganizationOrder
}

interface Shown {
  title: string
  /** Shown below the figures. */
  children?: ReactNode
}

/** The lines of a choice and their totals, with the same figures on every page (D93). */
export function ChoiceSummary({
  choice,
  hasTotals,
  children,
}: ChoiceProps & { hasTotals: boolean; children: ReactNode }) {
  const sums = hasTotals ? sumsOf(choice) : []
  return (
    <SummaryOf title={summaryTitle} lines={priceLines(offerOrganization(choice))} sums={sums}>
      {children}
      <SettledSums text={sums.map(({ label, cents }) => `${label} ${formatCents(cents)}`).join(', ')} />
    </SummaryOf>
  )
}

/** The same without the frame. */
export function ChoiceLines({ choice }: ChoiceProps) {
  return <PriceLines lines={priceLines(offerOrganization(choice))} sums={sumsOf(choice)} />
}

/** Returns the totals below the lines; the last one is the main one. */
function sumsOf(choice: OrganizationOrder) {
  const figures = priceOrganization(choice)
  return (['oneTime', 'monthly', 'firstYear', 'today'] as const).map((total) => ({
    label: totalLabels[total],
    cents: figures[`${total}Cents`],
  }))
}

const settledAfterMs = 1000

/** Reads the totals out once they have stopped changing. */
function SettledSums({ text }: { text: string }) {
  const [settled, setSettled] = useState('')
  const known = useRef(text)
  useEffect(() => {
    if (known.current === text) return
    const timer = setTimeout(() => {
      known.current = text
      setSettled(text)
    }, settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only print:hidden">
      {settled}
    </p>
  )
}

interface Given {
  lines: readonly PriceLine[]
  /** A line of another shape, below them. */
  more?: ReactNode
  sums: readonly { label: string; cents: number }[]
  /** Whether each line says how often it is paid. */
  hasUnits?: boolean
}

/** The same for given lines and sums, such as those agreed with an order (D181). */
export function SummaryOf({ title, children, ...given }: Given & Shown) {
  return (
    <section
      aria-label={title}
      className="rounded-card border border-line bg-surface p-5 shadow-raised print:border-0 print:p-0 print:shadow-none"
    >
      <h2 className="text-xl font-semibold print:hidden">{title}</h2>
      <PriceLines {...given} />
      {children}
    </section>
  )
}

/** The same without a frame. */
export function PriceLines({ lines, more, sums, hasUnits = false }: Given) {
  return (
    <>
      <Lines title="One-time" lines={lines.filter(({ isMonthly }) => !isMonthly)} unit={hasUnits && 'one-time'} />
      <Lines title="Every month" lines={lines.filter(({ isMonthly }) => isMonthly)} unit={hasUnits && 'per month'} />
      {more}
      {sums.length > 0 && (
        <dl className="mt-5 flex flex-col gap-2 border-t border-line pt-4">
          {sums.map(({ label, cents }, place) => (
            <Sum key={label} label={label} cents={cents} isMain={place === sums.length - 1} />
          ))}
        </dl>
      )}
    </>
  )
}

interface LinesProps extends Pick<Given, 'lines'> {
  title: string
  unit: string | false
}

function Lines({ title, lines, unit }: LinesProps) {
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
            <dd className="shrink-0 text-right tabular">
              <span>{formatCents(cents)}</span>
              {unit && <span className="block text-sm text-muted">{unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Sum({ label, cents, isMain }: { label: string; cents: number; isMain: boolean }) {
  return (
    <div className={classes('flex flex-wrap items-baseline justify-between gap-x-4', isMain && 'mt-1 font-semibold')}>
      <dt className={isMain ? 'text-lg' : undefined}>{label}</dt>
      <dd className={classes('ml-auto tabular', isMain && 'text-2xl')}>{formatCents(cents)}</dd>
    </div>
  )
}
