import type { overviewMinutes, overviewOwed } from '#contract/admin/overview-rows.ts'
import { formatChange, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import type { RowOf } from '#web/client/lists/pages.ts'
import type { Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { nameMinutes } from '../../customers/line-words.ts'
import { NamedOnPhone } from '../named-on-phone.tsx'
import { CustomerLink } from './customer-link.tsx'

/** How the rows behind the figures of minutes look, on the screen and in a file. */

type Entry = RowOf<typeof overviewMinutes>
type Balance = RowOf<typeof overviewOwed>

export const entries: Column<Entry>[] = [
  { title: 'Customer', phone: 'lead', cell: (entry) => <CustomerLink of={entry} /> },
  { title: 'What', phone: 'left', cell: ({ entry }) => nameMinutes({ entry, agentName: null }) },
  { title: 'Date', phone: 'left', cell: ({ at }) => <DateTime value={at} withTime /> },
  { title: 'Minutes', phone: 'figure', numeric: true, cell: ({ minutes }) => formatChange(minutes) },
]

export const entriesCsv: readonly CsvColumn<Entry>[] = [
  ['Date', ({ at }) => at],
  ['Customer', ({ payer }) => payer],
  ['What', ({ entry }) => nameMinutes({ entry, agentName: null })],
  ['Minutes', ({ minutes }) => minutes],
]

export const balances: Column<Balance>[] = [
  { title: 'Customer', phone: 'lead', cell: (balance) => <CustomerLink of={balance} /> },
  { title: 'Minutes', phone: 'figure', numeric: true, cell: ({ minutes }) => formatMinutes(minutes) },
]

/** What is known about balances of the present alone. */
export const presentBalances: Column<Balance>[] = [
  {
    title: 'Purchased',
    phone: 'left',
    numeric: true,
    cell: ({ purchasedMinutes }) => (
      <NamedOnPhone name="Purchased">{purchasedMinutes === null ? '–' : formatMinutes(purchasedMinutes)}</NamedOnPhone>
    ),
  },
  {
    title: 'Paid for minutes left',
    phone: 'right',
    numeric: true,
    cell: ({ paid }) => <NamedOnPhone name="Paid">{paid === null ? '–' : formatDollars(paid)}</NamedOnPhone>,
  },
]

export const balancesCsv: readonly CsvColumn<Balance>[] = [
  ['Customer', ({ payer }) => payer],
  ['Minutes', ({ minutes }) => minutes],
  ['Purchased minutes', ({ purchasedMinutes }) => purchasedMinutes ?? ''],
  ['Dollars paid for minutes left', ({ paid }) => paid ?? ''],
]
