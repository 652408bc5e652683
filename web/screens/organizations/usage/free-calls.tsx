import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { allConversations } from '#contract/organizations/usage.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { listQuery, type ListInput, mostAtOnce } from '#web/client/lists/pages.ts'
import { Button } from '#web/kit/button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Table } from '#web/kit/table.tsx'

/** There may be many, and few people look for them. */
const shownCount = 5

/** Calls that cost nothing, by the same filters. They count in no figure and no list of conversations (D189). */
export function FreeCalls({ listInput }: { listInput: ListInput }) {
  const [isAll, setAll] = useState(false)
  const found = useQuery(listQuery(allConversations, listInput, 1, isAll ? mostAtOnce : shownCount))
  if (found.isError) return <LoadError what="the calls that were not charged" failed={found} />
  if (!found.data?.total) return null
  const { rows, total } = found.data
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h3 className="font-medium">Not charged</h3>
      <p className="mt-0.5 mb-3 text-sm text-muted">
        Calls that didn't start, lasted less than 10 seconds, or had no sound from the agent. They don't count toward
        any total.
      </p>
      <Table
        caption="Not charged"
        columns={[
          { title: 'Member', cell: ({ userName }) => userName, phone: 'lead' },
          { title: 'Agent', cell: ({ agentName }) => agentName, phone: 'left' },
          { title: 'Started', cell: ({ startedAt }) => <DateTime value={startedAt} withTime />, phone: 'right' },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {rows.length < total &&
        (isAll ? (
          <p className="mt-3 text-sm text-muted">{`Showing the newest ${rows.length} of ${formatCount(total)}.`}</p>
        ) : (
          <Button variant="secondary" size="dense" className="mt-4" onClick={() => setAll(true)}>
            Show All <span translate="no">{formatCount(total)}</span>
          </Button>
        ))}
    </section>
  )
}
