import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { overview } from '#contract/admin/overview.ts'
import type { Answer } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage, WaitingLine } from '../panel-page.tsx'
import { readRows } from './chosen-rows.ts'
import { periodIn } from './figure-table.tsx'
import { type ChosenPeriod, daysText, PeriodPicker, readChosen } from './period.tsx'
import { DayPlot, revenuePlot, OtherTotals, Totals } from './totals.tsx'

/** The rows behind a figure and the reports load when somebody opens them. */
const FigureRows = lazy(async () => ({ default: (await import('./figure-rows.tsx')).FigureRows }))
const Reports = lazy(async () => ({ default: (await import('./reports.tsx')).Reports }))
const Health = lazy(async () => ({ default: (await import('./reports.tsx')).Health }))

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
        <Suspense fallback={<LoadingRows what="the figures" />}>
          {rows ? <FigureRows rows={rows} chosen={chosen} today={today} /> : <Parts chosen={chosen} today={today} />}
        </Suspense>
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
          {part === 'reports' && (
            <Suspense fallback={<LoadingRows what="the reports" />}>
              <Reports shown={chosen.query && read.data} period={chosen.query} />
            </Suspense>
          )}
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
