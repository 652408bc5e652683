import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText, formatCount, formatMinutes, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import {
  talkTime,
  talkTimePeriods,
  type TalkTimePeriod,
  type TalkedAgent,
  type TalkedDay,
} from '#contract/conversations/talk-time.ts'
import { formatShortDay, ownTimeZone } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Card } from '#web/kit/card.tsx'
import { PlotSwitch } from '#web/kit/charts/plot-switch.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { RankedBars } from '#web/kit/charts/ranked-bars.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

type Talked = Answer<typeof talkTime>

const periods = talkTimePeriods.map((value) => ({ value, label: `${value} days` }))
const timeZone = ownTimeZone()

/** Minutes per day and per agent, in this browser's time zone, as a chart or a table. */
export function TalkTime() {
  const [period, setPeriod] = useState<TalkTimePeriod>('30')
  const [isTable, setTable] = useState(false)
  const read = useQuery(query(talkTime, { query: { days: period, timeZone } }))
  const hasTalked = read.data !== undefined && read.data.agents.length > 0
  return (
    <Card title="Talk Time" aside={hasTalked && <PlotSwitch isTable={isTable} onChange={setTable} />}>
      <Segmented label="Period" options={periods} value={period} onChange={setPeriod} />
      <div className="mt-6">
        <Loaded read={read} what="your talk time">
          {(talked) =>
            hasTalked ? (
              <>
                <p className="mb-4 text-muted">{describe(talked, period)}</p>
                {isTable ? <Tables talked={talked} /> : <Plots talked={talked} period={period} />}
              </>
            ) : (
              <p className="text-muted">{`No talk time in the last ${period} days.`}</p>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

const stacked = 'grid grid-cols-1 gap-6'
/** As many bars as fit at a glance; the table has all. */
const mostBars = 6

function Plots({ talked: { days, agents }, period }: { talked: Talked; period: TalkTimePeriod }) {
  const columns = days.map(({ date, minutes }) => ({
    label: formatShortDay(date),
    value: minutes,
    valueText: minutesText(minutes),
  }))
  const rows = agents.slice(0, mostBars).map(({ agentId, agentName, minutes }) => ({
    id: agentId,
    name: (
      <TextLink href={paths.agent(agentId)} quiet>
        {agentName}
      </TextLink>
    ),
    value: minutes,
    valueText: minutesText(minutes),
  }))
  return (
    <div className={stacked}>
      <div className="min-w-0">
        <h3 className="mb-3 font-medium">Minutes per day</h3>
        <Plot columns={columns} summary={`Minutes per day, last ${period} days. ${describeMost(days)}`} />
      </div>
      <div className="min-w-0">
        <h3 className="mb-3 font-medium">Minutes per agent</h3>
        <RankedBars label="Minutes per agent" rows={rows} />
        {agents.length > mostBars && (
          <p className="mt-3 text-sm text-muted">
            {`${mostBars} of ${agents.length} agents. The table shows all of them.`}
          </p>
        )}
      </div>
    </div>
  )
}

const figureColumns: Column<Pick<TalkedDay, 'minutes' | 'sessions'>>[] = [
  { title: 'Minutes', numeric: true, cell: ({ minutes }) => formatMinutes(minutes), phone: 'figure' },
  { title: 'Sessions', numeric: true, cell: Count, phone: 'left' },
]

const dayColumns: Column<TalkedDay>[] = [
  { title: 'Day', cell: ({ date }) => formatShortDay(date), phone: 'lead' },
  ...figureColumns,
]

const agentColumns: Column<TalkedAgent>[] = [
  {
    title: 'Agent',
    cell: ({ agentId, agentName }) => <TextLink href={paths.agent(agentId)}>{agentName}</TextLink>,
    phone: 'lead',
  },
  ...figureColumns,
]

/** The column has no heading on a phone. */
function Count({ sessions }: { sessions: number }) {
  return (
    <>
      <span translate="no">{formatCount(sessions)}</span>
      <span className="sm:hidden">{sessions === 1 ? ' session' : ' sessions'}</span>
    </>
  )
}

function Tables({ talked: { days, agents } }: { talked: Talked }) {
  const talkedDays = days.filter(({ sessions }) => sessions > 0).toReversed()
  return (
    <div className={stacked}>
      <div>
        <Table
          caption="Minutes per day, newest first"
          columns={dayColumns}
          rows={talkedDays}
          rowKey={({ date }) => date}
        />
        {talkedDays.length < days.length && (
          <p className="mt-3 text-sm text-muted">Days without a session aren't listed.</p>
        )}
      </div>
      <Table caption="Minutes per agent" columns={agentColumns} rows={agents} rowKey={({ agentId }) => agentId} />
    </div>
  )
}

function describe({ days }: Talked, period: TalkTimePeriod): string {
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0)
  const sessions = days.reduce((sum, day) => sum + day.sessions, 0)
  return `${minutesText(seconds / 60)} in ${countText(sessions, 'session')} over the last ${period} days.`
}

function describeMost(days: readonly TalkedDay[]): string {
  const [most] = days.toSorted((a, b) => b.seconds - a.seconds)
  return most ? `Most on ${formatShortDay(most.date)}: ${minutesText(most.minutes)}.` : ''
}
