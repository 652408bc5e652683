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
import { readChosen } from './period.ts'
import { DayPlots, PeriodTables } from './plots.tsx'
import { Subscribers } from './subscribers.tsx'
import { AgentMargins, OrganizationMargins } from './talk-tables.tsx'
import { Totals } from './totals.tsx'

/** The owner's figures of a period, part by part: each loads, fails and is tried again by itself. */
export default function OverviewTab() {
  const [search] = useSearchParams()
  const [today] = useState(() => new Date())
  const chosen = readChosen(search)
  const read = useQuery({ ...query(overview, { query: chosen.query ?? {} }), enabled: chosen.query !== null })
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
      {chosen.query && <OrganizationMargins period={chosen.query} />}
      <Subscribers />
      <Health />
    </div>
  )
}
