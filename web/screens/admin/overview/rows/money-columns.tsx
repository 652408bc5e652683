import type { overviewMoney, overviewSubscriptions } from '#contract/admin/overview-rows.ts'
import { formatDollars } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { RowOf } from '#web/client/lists/pages.ts'
import type { Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { PayerLink } from '../../payments/payer-link.tsx'
import { moneyWords, stepWords } from '../words.ts'
import { CustomerLink } from './customer-link.tsx'
import { RowLink } from './row-links.tsx'

/** How the rows behind revenue and subscribers look, on the screen and in a file. */

type Money = RowOf<typeof overviewMoney>
type Step = RowOf<typeof overviewSubscriptions>

export const money: Column<Money>[] = [
  {
    title: 'Payment',
    phone: 'lead',
    cell: ({ kind, item, receiptId, receiptNumber }) => (
      <>
        <RowLink href={paths.adminPayment(receiptId)}>{item ?? moneyWords[kind]}</RowLink>
        <span className="block text-xs font-normal text-muted">{receiptNumber ?? 'No receipt'}</span>
      </>
    ),
  },
  {
    title: 'Customer',
    phone: 'left',
    cell: ({ userId, organizationId, payer }) => (
      <PayerLink payer={{ userId, organizationId, name: payer || 'Erased person', email: '' }} />
    ),
  },
  { title: 'Kind', phone: 'right', cell: ({ kind }) => moneyWords[kind] },
  { title: 'Date', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
  { title: 'Amount', phone: 'figure', numeric: true, cell: ({ amount }) => formatDollars(amount) },
]

export const moneyCsv: readonly CsvColumn<Money>[] = [
  ['Date', ({ at }) => at],
  ['Kind', ({ kind }) => moneyWords[kind]],
  ['Description', ({ item }) => item ?? ''],
  ['Receipt', ({ receiptNumber }) => receiptNumber ?? ''],
  ['Customer', ({ payer }) => payer],
  ['Amount', ({ amount }) => amount],
]

export const steps: Column<Step>[] = [
  {
    title: 'Subscriber',
    phone: 'lead',
    cell: (step) => <CustomerLink of={step} />,
  },
  { title: 'What happened', phone: 'left', cell: ({ what }) => stepWords[what] },
  { title: 'Date', phone: 'right', cell: ({ at }) => <DateTime value={at} withTime /> },
]

export const stepsCsv: readonly CsvColumn<Step>[] = [
  ['Subscriber', ({ payer }) => payer],
  ['What happened', ({ what }) => stepWords[what]],
  ['Date', ({ at }) => at],
]
