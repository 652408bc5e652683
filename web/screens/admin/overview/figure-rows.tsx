import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'wouter'
import { type FigureDays, readFigurePeriod } from '#contract/admin/figure-period.ts'
import {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { countText, formatChange, formatDollars, formatDuration, formatMinutes } from '#contract/amounts.ts'
import type { Call } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { cellsOf, csvOf, DownloadCsv, type ListColumn } from '#web/client/lists/list-tools.tsx'
import { listQuery, pageSize, readAll, type ListInput, type RowOf } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Pagination } from '#web/kit/pagination.tsx'
import { Table, overRowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Below, figureColumn, linkColumn, textColumn, timeColumn } from '../columns.tsx'
import { nameMinutes } from '../customers/line-words.ts'
import { PayerLink, payerHref } from '../person-name.tsx'
import type { ChosenRows } from './chosen-rows.ts'
import { type ChosenPeriod, daysText, PeriodPicker } from './period.tsx'
import { moneyWords, outcomeWords, reasonWords, stepWords } from './words.ts'

interface Props {
  rows: ChosenRows
  chosen: ChosenPeriod
  today: Date
}

/** The rows that one figure of the overview counts, with the period to choose. */
export function FigureRows({ rows, chosen, today }: Props) {
  return (
    <div className="in-order flex flex-col gap-4">
      <PeriodPicker chosen={chosen} today={today} />
      {chosen.query && (
        <Rows
          rows={rows}
          input={{ ...chosen.query, ...rows.filters }}
          days={readFigurePeriod(chosen.query, today)}
          today={today}
        />
      )}
    </div>
  )
}

interface RowsProps {
  rows: ChosenRows
  input: ListInput
  days: FigureDays
  today: Date
}

function Rows({ rows: { list, title }, input, days, today }: RowsProps) {
  const shown = { title, description: daysText(days), input }
  if (list === 'money') {
    return <RowList {...shown} call={overviewMoney} nouns={['transaction', 'transactions']} columns={money} isLinked />
  }
  if (list === 'subscriptions') {
    const nouns = ['subscriber', 'subscribers'] as const
    return <RowList {...shown} call={overviewSubscriptions} nouns={nouns} columns={steps} isLinked />
  }
  if (list === 'minutes') {
    return <RowList {...shown} call={overviewMinutes} nouns={['entry', 'entries']} columns={entries} isLinked />
  }
  if (list === 'owed') {
    const isPresent = days.to >= today.toISOString().slice(0, 10)
    const columns = isPresent ? presentBalances : balances
    return <RowList {...shown} call={overviewOwed} nouns={['balance', 'balances']} columns={columns} isLinked />
  }
  return (
    <RowList
      {...shown}
      call={overviewConversations}
      nouns={input.outcome === 'counted' ? ['conversation', 'conversations'] : ['call', 'calls']}
      columns={calls}
      subjectOf={callSubject(input)}
    />
  )
}

interface ListProps<C extends Call> {
  call: C
  input: ListInput
  nouns: readonly [one: string, many: string]
  columns: readonly ListColumn<RowOf<C>>[]
  /** What the list is about and which days it covers. */
  title: string
  description: string
  /** What all rows have in common, such as `with Mindset Coach`; it follows their number. */
  subjectOf?: (row: RowOf<C>) => string
  /** Whether each row is a link. */
  isLinked?: boolean
}

/** The rows that one figure counts, page by page and as a file. */
function RowList<C extends Call>(props: ListProps<C>) {
  const { call, input, nouns, columns, title, description, subjectOf, isLinked } = props
  const [search] = useSearchParams()
  const [path] = useLocation()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const found = useQuery(listQuery(call, input, page))
  const pageCount = Math.ceil((found.data?.total ?? 0) / pageSize)
  const hrefOf = (target: number) => `${path}?${withValue(search, 'page', target === 1 ? '' : String(target))}`
  const total = found.data?.total
  const first = found.data?.rows[0]
  const subject = first && subjectOf?.(first)
  return (
    <Card
      title={title}
      description={description}
      aside={
        <DownloadCsv readRows={() => readAll(call, input)} csv={csvOf(columns)} name={nouns[1]} disabled={!total} />
      }
    >
      <p role="status" className="mb-2 min-h-5 text-sm text-muted tabular">
        {total !== undefined && `${countText(total, ...nouns)}${subject ? ` ${subject}` : ''}`}
      </p>
      <Loaded read={found} what={`the ${nouns[1]}`}>
        {({ rows }) => (
          <div className={classes('flex flex-col gap-4 transition-opacity', found.isPlaceholderData && 'opacity-60')}>
            <Table
              caption={`${title}, page ${page} of ${Math.max(1, pageCount)}`}
              columns={cellsOf(columns)}
              rows={rows}
              rowKey={(row) => String((row as { id: unknown }).id)}
              isLinked={isLinked}
              empty={
                <EmptyState title={`No ${nouns[1]} found`}>Try other days, or go back to the overview.</EmptyState>
              }
            />
            <Pagination page={page} pageCount={pageCount} hrefOf={hrefOf} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** How the rows behind a figure look, on the screen and in a file. */

interface Holder {
  userId: string | null
  organizationId: number | null
  payer: string
}

/** The first column of rows about a customer, which leads to the customer's page. */
const holderColumn = (title: string): ListColumn<Holder> =>
  linkColumn(
    title,
    ({ payer }) => payer || 'Erased person',
    (holder) => payerHref(holder) ?? '',
    { csv: ({ payer }) => payer },
  )

const dateColumn = (phone: 'left' | 'right'): ListColumn<{ at: string }> =>
  timeColumn('Date', ({ at }) => at, { phone })

export const money: readonly ListColumn<RowOf<typeof overviewMoney>>[] = [
  { title: 'Date', csv: ({ at }) => at },
  { title: 'Kind', csv: ({ kind }) => moneyWords[kind] },
  linkColumn(
    'Payment',
    ({ kind, item }) => item ?? moneyWords[kind],
    ({ receiptId }) => paths.adminPayment(receiptId),
    { belowOf: ({ receiptNumber }) => receiptNumber ?? 'No receipt', csv: ({ item }) => item ?? '' },
  ),
  { title: 'Receipt', csv: ({ receiptNumber }) => receiptNumber ?? '' },
  textColumn('Customer', ({ payer }) => payer, {
    phone: 'left',
    cell: ({ payer, ...ids }) => <PayerLink payer={{ ...ids, name: payer || 'Erased person', email: '' }} />,
  }),
  { title: 'Kind', phone: 'right', cell: ({ kind }) => moneyWords[kind] },
  { title: 'Date', phone: 'left', cell: dateColumn('left').cell },
  figureColumn('Amount', ({ amount }) => amount, formatDollars, { phone: 'figure' }),
]

export const steps: readonly ListColumn<RowOf<typeof overviewSubscriptions>>[] = [
  holderColumn('Subscriber'),
  textColumn('What happened', ({ what }) => stepWords[what], { phone: 'left' }),
  dateColumn('right'),
]

export const entries: readonly ListColumn<RowOf<typeof overviewMinutes>>[] = [
  holderColumn('Customer'),
  textColumn('What', ({ entry }) => nameMinutes({ entry, agentName: null }), { phone: 'left' }),
  dateColumn('left'),
  figureColumn('Minutes', ({ minutes }) => minutes, formatChange, { phone: 'figure' }),
]

type Balance = RowOf<typeof overviewOwed>

export const balances: readonly ListColumn<Balance>[] = [
  holderColumn('Customer'),
  figureColumn('Minutes', ({ minutes }) => minutes, formatMinutes, { phone: 'figure' }),
]

/** With what is known only about balances of the present. */
export const presentBalances: readonly ListColumn<Balance>[] = [
  ...balances,
  figureColumn('Purchased', ({ purchasedMinutes }) => purchasedMinutes, formatMinutes, {
    phone: 'left',
    phoneName: 'Purchased',
  }),
  figureColumn('Paid for minutes left', ({ paid }) => paid, formatDollars, { phone: 'right', phoneName: 'Paid' }),
]

type Talk = RowOf<typeof overviewConversations>

export const calls: readonly ListColumn<Talk>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Began', csv: ({ startedAt }) => startedAt },
  textColumn('Person', ({ personName }) => personName, { phone: 'lead', cell: (talk) => <Talker talk={talk} /> }),
  { title: 'Organization', csv: ({ organizationName }) => organizationName ?? '' },
  textColumn('Agent', ({ agentName }) => agentName, {
    phone: 'left',
    cell: ({ agentName }) => (
      <TextLink href={paths.admin({ tab: 'agents', q: agentName })} quiet className="wrap-anywhere">
        {agentName}
      </TextLink>
    ),
  }),
  timeColumn('Ended', ({ endedAt }) => endedAt, { phone: 'left' }),
  textColumn('How', endText, { phone: 'left' }),
  { title: 'Charged', phone: 'figure', numeric: true, cell: ({ chargedSeconds }) => formatDuration(chargedSeconds) },
  { title: 'Charged seconds', csv: ({ chargedSeconds }) => chargedSeconds },
  { title: 'Seconds given back', csv: ({ creditedSeconds }) => creditedSeconds },
  { title: 'Seconds at the voice provider', csv: ({ providerSeconds }) => providerSeconds ?? '' },
  {
    title: 'Income',
    phone: 'right',
    numeric: true,
    cell: ({ outcome, earned }) => (outcome === 'counted' ? formatDollars(earned) : '–'),
    csv: ({ earned }) => earned,
  },
]

function Talker({ talk: { userId, personName, organizationId, organizationName } }: { talk: Talk }) {
  return (
    <>
      <TextLink href={paths.adminCustomer(userId)} quiet className="font-medium wrap-anywhere text-text!">
        {personName || 'Erased person'}
      </TextLink>
      {organizationId !== null && (
        <Below>
          <TextLink href={paths.adminOrganization(organizationId)} quiet className={overRowLinkClasses}>
            {organizationName ?? 'Organization'}
          </TextLink>
        </Below>
      )}
    </>
  )
}

/** Returns how a call ended, and before that why it was not charged. */
function endText({ outcome, endReason }: Talk): string {
  const end = reasonWords[endReason]
  if (outcome === 'counted') return end
  return `${outcome === 'test' ? 'Test' : outcomeWords[outcome]}, ${end.toLowerCase()}`
}

/** Returns whose calls a list shows, such as `with Mindset Coach`, as read from one of them. */
export function callSubject({ agentId, organization }: ListInput): (row: Talk) => string {
  return ({ agentName, organizationName }) =>
    [
      agentId && `with ${agentName}`,
      organization === 'people' ? 'of people on their own' : organization && `at ${organizationName}`,
    ]
      .filter(Boolean)
      .join(' ')
}
