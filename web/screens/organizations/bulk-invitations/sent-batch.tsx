import { Download } from 'lucide-react'
import { countText } from '#contract/amounts.ts'
import { toCsv } from '#contract/csv.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import type { Judged } from './judged.ts'
import { RowTable, type JudgedRow } from './row-table.tsx'

interface Props {
  judged: Judged
  onAgain: () => void
}

/** Who was invited, and who was left out and why; the rows left out can be downloaded. */
export function SentBatch({ judged: { rows, sentCount, seatsLeft }, onAgain }: Props) {
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
