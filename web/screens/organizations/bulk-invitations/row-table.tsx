import { useState } from 'react'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Table } from '#web/kit/table.tsx'
import type { Judged } from './judged.ts'

export type JudgedRow = Judged['rows'][number]

const states: Record<JudgedRow['state'], { label: string; tone: BadgeTone }> = {
  valid: { label: 'Ready', tone: 'success' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  invited: { label: 'Already invited', tone: 'soft' },
  member: { label: 'Already a member', tone: 'soft' },
  invalid: { label: 'Invalid', tone: 'danger' },
}

const step = 100

/** The rows with their results and reasons. */
export function RowTable({ rows }: { rows: readonly JudgedRow[] }) {
  const [limit, setLimit] = useState(step)
  const numbered = rows.slice(0, limit).map((row, index) => ({ ...row, key: String(index) }))
  return (
    <>
      <Table
        caption="Rows of the list"
        columns={[
          {
            title: 'Email',
            phone: 'lead',
            cell: ({ email }) => <span className="break-all">{email || '(none)'}</span>,
          },
          { title: 'Name', phone: 'left', cell: (row) => `${row.firstName} ${row.lastName}`.trim() },
          {
            title: 'Result',
            phone: 'figure',
            cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
          },
          { title: 'Reason', phone: 'left', cell: ({ message }) => <span className="text-muted">{message}</span> },
        ]}
        rows={numbered}
        rowKey={({ key }) => key}
        empty={<p className="text-muted">No rows to show.</p>}
      />
      {rows.length > limit && (
        <Button variant="secondary" wide onClick={() => setLimit(limit + step)}>
          Show More
        </Button>
      )}
    </>
  )
}
