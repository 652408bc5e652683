import { useSearchParams } from 'wouter'
import { overviewConversations, overviewMoney, overviewSubscriptions } from '#contract/admin/overview-rows.ts'
import { formatDollars, formatDuration } from '#contract/amounts.ts'
import { readFigurePeriod } from '#contract/admin/figure-period.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { ListInput, RowOf } from '#web/client/lists/pages.ts'
import { overRowLinkClasses, rowLinkClasses, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { PayerLink } from '../../payments/payer-link.tsx'
import { PeriodPicker } from '../period-picker.tsx'
import { type ChosenPeriod, daysText } from '../period.ts'
import { moneyWords, outcomeWords, reasonWords, stepWords } from '../words.ts'
import type { ChosenRows } from './chosen-rows.ts'
import { RowList } from './row-list.tsx'

interface Props {
  rows: ChosenRows
  chosen: ChosenPeriod
  today: Date
}

/** The rows that one figure of the overview counts, with the period to choose. */
export function FigureRows({ rows, chosen, today }: Props) {
  const [search] = useSearchParams()
  const kept = Object.fromEntries(['period', 'from', 'to'].map((name) => [name, search.get(name) ?? '']))
  return (
    <div className="in-order flex flex-col gap-4">
      <ParentLink href={paths.adminFigures(kept)} name="Overview" />
      <PeriodPicker chosen={chosen} today={today} />
      {chosen.query && (
        <Rows
          rows={rows}
          input={{ ...chosen.query, ...rows.filters }}
          description={daysText(readFigurePeriod(chosen.query, today))}
        />
      )}
    </div>
  )
}

function Rows({
  rows: { list, title },
  input,
  description,
}: {
  rows: ChosenRows
  input: ListInput
  description: string
}) {
  const shown = { title, description, input }
  if (list === 'money') {
    return (
      <RowList
        {...shown}
        call={overviewMoney}
        nouns={['transaction', 'transactions']}
        columns={money}
        csv={moneyCsv}
        isLinked
      />
    )
  }
  if (list === 'subscriptions') {
    const nouns = ['subscriber', 'subscribers'] as const
    return <RowList {...shown} call={overviewSubscriptions} nouns={nouns} columns={steps} csv={stepsCsv} isLinked />
  }
  const nouns = ['call', 'calls'] as const
  return <RowList {...shown} call={overviewConversations} nouns={nouns} columns={calls} csv={callsCsv} />
}

type Money = RowOf<typeof overviewMoney>
type Talk = RowOf<typeof overviewConversations>
type Step = RowOf<typeof overviewSubscriptions>

const money: Column<Money>[] = [
  {
    title: 'Payment',
    phone: 'lead',
    cell: ({ kind, item, receiptId, receiptNumber }) => (
      <>
        <TextLink
          href={paths.adminPayment(receiptId)}
          quiet
          className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}
        >
          {item ?? moneyWords[kind]}
        </TextLink>
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

const moneyCsv: readonly CsvColumn<Money>[] = [
  ['Date', ({ at }) => at],
  ['Kind', ({ kind }) => moneyWords[kind]],
  ['Description', ({ item }) => item ?? ''],
  ['Receipt', ({ receiptNumber }) => receiptNumber ?? ''],
  ['Customer', ({ payer }) => payer],
  ['Amount', ({ amount }) => amount],
]

const steps: Column<Step>[] = [
  {
    title: 'Subscriber',
    phone: 'lead',
    cell: ({ userId, organizationId, payer }) => (
      <TextLink
        href={organizationId === null ? paths.adminCustomer(userId ?? '') : paths.adminOrganization(organizationId)}
        quiet
        className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}
      >
        {payer || 'Erased person'}
      </TextLink>
    ),
  },
  { title: 'What happened', phone: 'left', cell: ({ what }) => stepWords[what] },
  { title: 'Date', phone: 'right', cell: ({ at }) => <DateTime value={at} withTime /> },
]

const stepsCsv: readonly CsvColumn<Step>[] = [
  ['Subscriber', ({ payer }) => payer],
  ['What happened', ({ what }) => stepWords[what]],
  ['Date', ({ at }) => at],
]

const calls: Column<Talk>[] = [
  {
    title: 'Person',
    phone: 'lead',
    cell: ({ userId, personName, organizationId, organizationName }) => (
      <>
        <TextLink href={paths.adminCustomer(userId)} quiet className="font-medium wrap-anywhere text-text!">
          {personName || 'Erased person'}
        </TextLink>
        {organizationId !== null && (
          <span className="block text-xs font-normal">
            <TextLink href={paths.adminOrganization(organizationId)} quiet className={overRowLinkClasses}>
              {organizationName ?? 'Organization'}
            </TextLink>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Agent',
    phone: 'left',
    cell: ({ agentName }) => (
      <TextLink href={paths.admin({ tab: 'agents', q: agentName })} quiet className="wrap-anywhere">
        {agentName}
      </TextLink>
    ),
  },
  { title: 'Ended', phone: 'left', cell: ({ endedAt }) => <DateTime value={endedAt} withTime /> },
  { title: 'How', phone: 'left', cell: ({ outcome, endReason }) => endText(outcome, endReason) },
  { title: 'Charged', phone: 'figure', numeric: true, cell: ({ chargedSeconds }) => formatDuration(chargedSeconds) },
  {
    title: 'Income',
    phone: 'right',
    numeric: true,
    cell: ({ outcome, earned }) => (outcome === 'counted' ? formatDollars(earned) : '–'),
  },
]

const callsCsv: readonly CsvColumn<Talk>[] = [
  ['Id', ({ id }) => id],
  ['Began', ({ startedAt }) => startedAt],
  ['Ended', ({ endedAt }) => endedAt],
  ['Person', ({ personName }) => personName],
  ['Organization', ({ organizationName }) => organizationName ?? ''],
  ['Agent', ({ agentName }) => agentName],
  ['Outcome', ({ outcome, endReason }) => endText(outcome, endReason)],
  ['Charged seconds', ({ chargedSeconds }) => chargedSeconds],
  ['Seconds given back', ({ creditedSeconds }) => creditedSeconds],
  ['Seconds at the voice provider', ({ providerSeconds }) => providerSeconds ?? ''],
  ['Income', ({ earned }) => earned],
]

/** Returns how a call ended, and before that why it was not charged. */
function endText(outcome: Talk['outcome'], endReason: Talk['endReason']): string {
  const end = reasonWords[endReason]
  if (outcome === 'counted') return end
  return `${outcome === 'test' ? 'Test' : outcomeWords[outcome]}, ${end.toLowerCase()}`
}
