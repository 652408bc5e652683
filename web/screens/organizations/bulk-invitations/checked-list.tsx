import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { FilterPills } from '#web/kit/fields/filter-pills.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import type { Judged } from './judged.ts'
import { RowTable } from './row-table.tsx'

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
