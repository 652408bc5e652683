import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { overview } from '#contract/admin/overview.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelLinks } from '../panel-links.tsx'
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

/** /admin/overview: the owner's figures of a period, or the rows behind one of them; the address holds the choice (D205). */
export default function Overview() {
  const [search] = useSearchParams()
  const [today] = useState(() => new Date())
  const [chosen, rows] = [readChosen(search), readRows(search)]
  const period = Object.fromEntries(['period', 'from', 'to'].map((name) => [name, search.get(name) ?? '']))
  const parent = rows
    ? { href: paths.adminFigures(period), name: 'Overview' }
    : { href: paths.admin(), name: 'Admin Panel' }
  return (
    <ForDuty duty="figures.read" title="Overview">
      <Page title="Overview" above={<ParentLink {...parent} />} actions={<PanelLinks />}>
        {rows ? <FigureRows rows={rows} chosen={chosen} today={today} /> : <Figures chosen={chosen} today={today} />}
      </Page>
    </ForDuty>
  )
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
