import type { ReactNode } from 'react'
import type { PayerRef } from '#contract/admin-list.ts'
import { formatDollars, formatMinutes, plainDollars } from '#contract/amounts.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { PayerLink } from './person-name.tsx'

/** Columns and filters that several lists of the panel have. Each column is the same on the screen and in the file. */

type Place<Row> = Omit<ListColumn<Row>, 'title' | 'numeric'>

export function textColumn<Row>(title: string, textOf: (row: Row) => string, place?: Place<Row>): ListColumn<Row> {
  return { title, cell: textOf, csv: textOf, ...place }
}

interface FigurePlace<Row> extends Place<Row> {
  /** Names the figure on a phone, which shows no headings. */
  phoneName?: string
}

/** Figures, which the file has as plain numbers; null is unknown. */
export function figureColumn<Row>(
  title: string,
  valueOf: (row: Row) => number | null,
  show: (value: number) => string,
  { phoneName, ...place }: FigurePlace<Row> = {},
): ListColumn<Row> {
  const text = (value: number | null) => (value === null ? '–' : show(value))
  return {
    title,
    numeric: true,
    cell: (row) => (
      <>
        {phoneName && <span className="sm:hidden">{phoneName}: </span>}
        {text(valueOf(row))}
      </>
    ),
    csv: (row) => valueOf(row) ?? '',
    ...place,
  }
}

export function timeColumn<Row>(title: string, timeOf: (row: Row) => string, place?: Place<Row>): ListColumn<Row> {
  return { title, cell: (row) => <DateTime value={timeOf(row)} withTime />, csv: timeOf, ...place }
}

interface State {
  label: string
  tone: BadgeTone
}

export function stateColumn<Row>(title: string, stateOf: (row: Row) => State, place?: Place<Row>): ListColumn<Row> {
  const badge = ({ label, tone }: State) => <Badge tone={tone}>{label}</Badge>
  return { title, cell: (row) => badge(stateOf(row)), csv: (row) => stateOf(row).label, ...place }
}

interface LinkPlace<Row> extends Place<Row> {
  /** A smaller line below. */
  belowOf?: (row: Row) => ReactNode
}

/** The first column of a list whose rows are links. */
export function linkColumn<Row>(
  title: string,
  textOf: (row: Row) => string,
  hrefOf: (row: Row) => string,
  { belowOf, ...place }: LinkPlace<Row> = {},
): ListColumn<Row> {
  return {
    title,
    phone: 'lead',
    cell: (row) => (
      <>
        <TextLink href={hrefOf(row)} quiet className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}>
          {textOf(row)}
        </TextLink>
        {belowOf && <Below>{belowOf(row)}</Below>}
      </>
    ),
    csv: textOf,
    ...place,
  }
}

/** A smaller line below the first one of a cell. */
export function Below({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal wrap-anywhere text-muted">{children}</span>
}

export const balanceColumn: ListColumn<{ creditBalance: number }> = figureColumn(
  'Credits',
  ({ creditBalance }) => creditBalance,
  formatMinutes,
  {
    sort: 'credits',
    phone: 'right',
    cell: ({ creditBalance }) => (
      <>
        {formatMinutes(creditBalance)}
        <span className="sm:hidden"> {creditBalance === 1 ? 'credit' : 'credits'}</span>
      </>
    ),
  },
)

export const amountColumn: ListColumn<{ amount: number }> = figureColumn(
  'Amount',
  ({ amount }) => amount,
  formatDollars,
  {
    sort: 'amount',
    phone: 'figure',
    csv: ({ amount }) => plainDollars(amount),
  },
)

export function createdColumn(title: string, phone: 'left' | 'right' = 'left'): ListColumn<{ createdAt: string }> {
  return timeColumn(title, ({ createdAt }) => createdAt, {
    sort: 'created',
    orders: timeOrders,
    phone,
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  })
}

/** Returns a filter that shows everything at first. */
export function filterBy<const Value extends string>(
  name: string,
  [one, many]: readonly [one: string, many: string],
  values: readonly Value[],
  labelOf: (value: Value) => string = capital,
): ListFilter {
  return {
    name,
    label: `Filter by ${one}`,
    options: [{ value: 'all', label: `All ${many}` }, ...values.map((value) => ({ value, label: labelOf(value) }))],
  }
}

/** The customer whom the rows of a list are about. */
export function payerColumns(place: Place<{ payer: PayerRef }>): readonly ListColumn<{ payer: PayerRef }>[] {
  return [
    textColumn('Customer', ({ payer }) => payer.name, { cell: ({ payer }) => <PayerLink payer={payer} />, ...place }),
    { title: 'Email', csv: ({ payer }) => payer.email },
  ]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
