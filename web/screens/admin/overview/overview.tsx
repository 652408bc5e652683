import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { overview } from '#contract/admin/overview.ts'
import type { Answer } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage, WaitingLine } from '../panel-page.tsx'
import { readRows } from './chosen-rows.ts'
import { FigureRows } from './figure-rows.tsx'
import { periodIn } from './figure-table.tsx'
import { PeriodTables } from './period-tables.tsx'
import { type ChosenPeriod, daysText, PeriodPicker, readChosen } from './period.tsx'
import { Health, Subscribers, AgentTables, OrganizationMargins } from './reports.tsx'
import { conversationsPlot, DayPlot, minutesPlot, revenuePlot, OtherTotals, Totals } from './totals.tsx'

/** /admin/overview: the owner's figures of a period, or the rows behind one of them; the address holds the choice (D205). */
export default function Overview() {
  const [search] = useSearchParams()
  const [today] = useState(() => new Date())
  const [chosen, rows] = [readChosen(search), readRows(search)]
  return (
    <ForDuty duty="figures.read" title="Overview">
      <PanelPage
        title="Overview"
        above={rows && <ParentLink href={paths.adminFigures(periodIn(search))} name="Overview" />}
      >
        {rows ? <FigureRows rows={rows} chosen={chosen} today={today} /> : <Parts chosen={chosen} today={today} />}
      </PanelPage>
    </ForDuty>
  )
}

/** The work that waits, then the figures that tell most, or all reports. */
function Parts({ chosen, today }: { chosen: ChosenPeriod; today: Date }) {
  const [search, setSearch] = useSearchParams()
  const read = useQuery({
    ...query(overview, { query: chosen.query ?? {} }),
    enabled: chosen.query !== null,
    staleTime: 0,
  })
  const part = search.get('part') === 'reports' ? 'reports' : 'figures'
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
    <div className="in-order">
      <WaitingLine />
      <Tabs
        label="Overview"
        tabs={[
          { value: 'figures', label: 'Figures' },
          { value: 'reports', label: 'Reports' },
        ]}
        value={part}
        onChange={(value) => setSearch((old) => withValue(old, 'part', value === 'reports' ? value : ''))}
      >
        <div className="in-order flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <PeriodPicker chosen={chosen} today={today} />
            {read.data && chosen.query && (
              <p className="text-sm text-muted">
                {daysText(read.data.period)}, compared with {daysText(read.data.former)}
              </p>
            )}
          </div>
          {chosen.query && (
            <Loaded read={read} what="the figures">
              {(shown) => (part === 'figures' ? <First shown={shown} /> : <OtherTotals shown={shown} />)}
            </Loaded>
          )}
          {part === 'reports' && <Reports shown={chosen.query && read.data} period={chosen.query} />}
        </div>
      </Tabs>
    </div>
  )
}

type Shown = Answer<typeof overview>

function First({ shown }: { shown: Shown }) {
  return (
    <>
      <Totals shown={shown} />
      <DayPlot days={shown.days} plot={revenuePlot} />
    </>
  )
}

interface ReportsProps {
  shown: Shown | null | undefined
  period: ChosenPeriod['query']
}

/** Each report loads, fails and is tried again by itself. */
function Reports({ shown, period }: ReportsProps) {
  return (
    <>
      {shown && (
        // A single card at the end fills its row.
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2 xl:*:odd:last:col-span-2">
          <DayPlot days={shown.days} plot={minutesPlot} />
          <DayPlot days={shown.days} plot={conversationsPlot} />
          <PeriodTables shown={shown} />
        </div>
      )}
      <Subscribers />
      {period && (
        <>
          <AgentTables period={period} />
          <OrganizationMargins period={period} />
        </>
      )}
      <Health />
    </>
  )
}
