import {
  overviewConversations,
  overviewMinutes,
  overviewMoney,
  overviewOwed,
  overviewSubscriptions,
} from '#contract/admin/overview-rows.ts'
import { type FigureDays, readFigurePeriod } from '#contract/admin/figure-period.ts'
import type { ListInput } from '#web/client/lists/pages.ts'
import { PeriodPicker } from '../period-picker.tsx'
import { type ChosenPeriod, daysText } from '../period.ts'
import { calls, callsCsv, callSubject } from './call-columns.tsx'
import type { ChosenRows } from './chosen-rows.ts'
import { balances, balancesCsv, entries, entriesCsv, presentBalances } from './minute-columns.tsx'
import { money, moneyCsv, steps, stepsCsv } from './money-columns.tsx'
import { RowList } from './row-list.tsx'

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
  if (list === 'minutes') {
    const nouns = ['entry', 'entries'] as const
    return <RowList {...shown} call={overviewMinutes} nouns={nouns} columns={entries} csv={entriesCsv} isLinked />
  }
  if (list === 'owed') {
    const isPresent = days.to >= today.toISOString().slice(0, 10)
    return (
      <RowList
        {...shown}
        call={overviewOwed}
        nouns={['balance', 'balances']}
        columns={isPresent ? [...balances, ...presentBalances] : balances}
        csv={balancesCsv}
        isLinked
      />
    )
  }
  const nouns =
    input.outcome === 'counted' ? (['conversation', 'conversations'] as const) : (['call', 'calls'] as const)
  return (
    <RowList
      {...shown}
      call={overviewConversations}
      nouns={nouns}
      columns={calls}
      csv={callsCsv}
      subjectOf={callSubject(input)}
    />
  )
}
