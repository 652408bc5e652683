import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { overview } from '#contract/admin/overview.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Health } from './health.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { type ChosenPeriod, readChosen } from './period.ts'
import { readRows } from './rows/chosen-rows.ts'
import { FigureRows } from './rows/figure-rows.tsx'
import { PeriodTables } from './period-tables.tsx'
import { DayPlots } from './plots.tsx'
import { Subscribers } from './subscribers.tsx'
import { AgentMargins, FailingAgents, OrganizationMargins } from './talk-tables.tsx'
import { Totals } from './totals.tsx'

/** The owner's figures of a period, or the rows behind one of them; the address holds the choice. */
export default function OverviewTab() {
  const [search] = useSearchParams()
  const [today] = useState(() => new Date())
  const [chosen, rows] = [readChosen(search), readRows(search)]
  return rows ? <FigureRows rows={rows} chosen={chosen} today={today} /> : <Figures chosen={chosen} today={today} />
}

/** Each part loads, fails and is tried again by itself. */
function Figures({ chosen, today }: { chosen: ChosenPeriod; today: Date }) {
  const read = useQuery({
    ...query(overview, { query: chosen.query ?? {} }),
    enabled: chosen.query !== null,
    staleTime: 0,
  })
  if (read.data?.isEmpty) {
    return (
      <div className="in-order flex flex-col gap-4">
        <EmptyState title="No figures yet">
          Revenue, subscribers and minutes will appear here after the first payment.
        </EmptyState>
        <Health />
      </div>
    )
  }
  return (
    <div className="in-order flex flex-col gap-4">
      <PeriodPicker chosen={chosen} today={today} />
      {read.isPending && chosen.query && <LoadingRows what="figures" />}
      {read.isError && <LoadError what="the figures" failed={read} />}
      {read.data && chosen.query && (
        <>
          <Totals shown={read.data} />
          <DayPlots days={read.data.days} />
          <PeriodTables shown={read.data} />
        </>
      )}
      {chosen.query && <AgentMargins period={chosen.query} />}
      {chosen.query && <FailingAgents period={chosen.query} />}
      {chosen.query && <OrganizationMargins period={chosen.query} />}
      <Subscribers />
      <Health />
    </div>
  )
}
