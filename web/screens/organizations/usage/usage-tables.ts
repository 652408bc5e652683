import type { Answer } from '#contract/call.ts'
import { type CsvColumn, toCsv } from '#contract/csv.ts'
import type { organizationUsage } from '#contract/organizations/usage.ts'

interface UsageRow {
  id: string
  name: string
  minutes: number
  sessions: number
  /** In dollars; null where it is not known. */
  cost: number | null
}

/** One view of an organization's usage. */
export interface UsageTable {
  of: 'day' | 'member' | 'agent'
  title: string
  /** The heading of the column of names. */
  heading: string
  rows: readonly UsageRow[]
}

/** Returns the days with conversations, newest first, and members and agents by minutes, most first (D131). */
export function usageTables({ days, members, agents }: Answer<typeof organizationUsage>): UsageTable[] {
  const talked = days.filter(({ sessions }) => sessions > 0).toReversed()
  return [
    {
      of: 'day',
      title: 'Minutes per day',
      heading: 'Day',
      rows: talked.map(({ date, ...row }) => ({ ...row, id: date, name: date, cost: null })),
    },
    {
      of: 'member',
      title: 'Minutes per member',
      heading: 'Member',
      rows: members.map(({ userId, userName, ...row }) => ({ ...row, id: userId, name: userName })),
    },
    {
      of: 'agent',
      title: 'Minutes per agent',
      heading: 'Agent',
      rows: agents.map(({ agentId, agentName, ...row }) => ({ ...row, id: agentId, name: agentName })),
    },
  ]
}

const costColumn: CsvColumn<UsageRow> = ['Cost in dollars', ({ cost }) => cost ?? '']

/** Returns the table as CSV for spreadsheets. */
export function usageCsv({ heading, rows }: UsageTable): string {
  return toCsv(
    [
      [heading, ({ name }) => name],
      ['Minutes', ({ minutes }) => minutes],
      ['Sessions', ({ sessions }) => sessions],
      ...(rows.some(({ cost }) => cost !== null) ? [costColumn] : []),
    ],
    rows,
  )
}
