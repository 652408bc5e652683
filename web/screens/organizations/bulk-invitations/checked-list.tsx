import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { toCsv } from '#contract/csv.ts'
import type { bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Table } from '#web/kit/table.tsx'

/** What will happen, or has happened, to each row of a list. */
export type Judged = Answer<typeof bulkInvite>
type JudgedRow = Judged['rows'][number]

interface Props {
  judged: Judged
  isSending: boolean
  onSend: () => void
  onBack: () => void
}

/** Shows what will happen to each row, with a button that says how many invitations go out (D118). */
export function CheckedList({ judged: { rows, seatsLeft }, isSending, onSend, onBack }: Props) {
  const [filter, setFilter] = useState<'all' | 'valid' | 'problems'>('all')
  const valid = rows.filter(({ state }) => state === 'valid')
  const problems = rows.filter(({ state }) => state !== 'valid')
  const shown = { all: rows, valid, problems }[filter]
  const missing = valid.length - seatsLeft
  const people = countText(valid.length, 'Invitation')
  return (
    <Card title="Check Before You Send" description="Nothing has been sent yet.">
      <div className="flex flex-col gap-6">
        <StatTiles>
          <StatTile label="Will be invited" value={valid.length} note={valid.length === 1 ? 'person' : 'people'} />
          <StatTile label="Left out" value={problems.length} note={problems.length === 1 ? 'row' : 'rows'} />
          <StatTile label="Seats left" value={seatsLeft} note={missing > 0 ? 'too few' : `${-missing} after sending`} />
        </StatTiles>
        {valid.length === 0 && (
          <Banner tone="warning" announce title="Nobody to invite">
            None of these people can be invited. Each row says why. Change the list and check it again.
          </Banner>
        )}
        {missing > 0 && (
          <Banner tone="danger" announce title={countText(missing, 'more seat needed', 'more seats needed')}>
            Remove people from the list, revoke open invitations, or add seats under Billing. Everyone on the list needs
            a seat before you can send it.
          </Banner>
        )}
        <FilterPills
          label="Rows"
          options={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'valid', label: 'Ready', count: valid.length },
            { value: 'problems', label: 'Problems', count: problems.length },
          ]}
          value={filter}
          onChange={setFilter}
        />
        <RowTable key={filter} rows={shown} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-between">
          <Button
            variant="secondary"
            disabled={isSending}
            icon={<ArrowLeft aria-hidden className="size-4" />}
            onClick={onBack}
          >
            Change the List
          </Button>
          {valid.length > 0 && missing <= 0 && (
            <Button pending={isSending} pendingText="Sending…" onClick={onSend}>
              {`Send ${people}`}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

interface SentProps {
  judged: Judged
  onAgain: () => void
}

/** Who was invited, and who was left out and why; the rows left out can be downloaded. */
export function SentBatch({ judged: { rows, sentCount, seatsLeft }, onAgain }: SentProps) {
  const left = rows.filter(({ state }) => state !== 'valid')
  const seats = countText(seatsLeft, 'seat is', 'seats are')
  return (
    <Card title="Invitations Sent">
      <div className="flex flex-col gap-6">
        <Banner tone="success" announce title={countText(sentCount, 'person was invited', 'people were invited')}>
          {`Their links are on the way by email. ${seats} left.`}
        </Banner>
        {left.length > 0 && (
          <div>
            <h3 className="mb-2 font-semibold">{`${countText(left.length, 'row was', 'rows were')} left out`}</h3>
            <RowTable rows={left} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={onAgain}>Invite More</Button>
          {left.length > 0 && (
            <Button
              variant="secondary"
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => downloadText(leftCsv(left), 'luna-not-invited.csv', 'text/csv')}
            >
              Download Rows Left Out
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function leftCsv(rows: readonly JudgedRow[]): string {
  return toCsv<JudgedRow>(
    [
      ['Email', ({ email }) => email],
      ['First name', ({ firstName }) => firstName],
      ['Last name', ({ lastName }) => lastName],
      ['Reason', ({ message }) => message ?? ''],
    ],
    rows,
  )
}

const states: Record<JudgedRow['state'], { label: string; tone: BadgeTone }> = {
  valid: { label: 'Ready', tone: 'success' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  invited: { label: 'Already invited', tone: 'soft' },
  member: { label: 'Already a member', tone: 'soft' },
  invalid: { label: 'Invalid', tone: 'danger' },
}

const step = 100

/** The rows with their results and reasons. */
function RowTable({ rows }: { rows: readonly JudgedRow[] }) {
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
