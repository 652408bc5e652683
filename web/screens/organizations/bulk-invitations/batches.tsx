import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { bulkInvitations } from '#contract/organizations/bulk-invitations.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { BatchRow } from './batch-row.tsx'
import { LinkDialog } from './link-dialog.tsx'

const step = 20

/** The batches sent and the links shared, newest first, with a button to create a link (S446, D118, D119). */
export function Batches({ scope }: Pick<TabProps, 'scope'>) {
  const list = useQuery(query(bulkInvitations, { query: scope }))
  const [limit, setLimit] = useState(step)
  const [isMaking, setMaking] = useState(false)
  return (
    <Card
      title="Batches and Shared Links"
      description="A shared link lets people join on their own, up to the number you set."
      aside={
        <Button variant="secondary" icon={<Link2 aria-hidden className="size-4" />} onClick={() => setMaking(true)}>
          Create a Shared Link
        </Button>
      }
    >
      {list.isPending && <LoadingTab />}
      {list.isError && <LoadError what="the batches and links" failed={list} />}
      {list.data?.length === 0 && (
        <EmptyState title="Nothing sent or shared yet">
          Batches and links will appear here, with the number of people who joined.
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <ul aria-label="Batches and shared links" className="-my-4 divide-y divide-line">
          {list.data.slice(0, limit).map((bulk) => (
            <li key={bulk.id} className="py-4">
              <BatchRow bulk={bulk} scope={scope} />
            </li>
          ))}
        </ul>
      )}
      {list.data && list.data.length > limit && (
        <Button variant="secondary" wide className="mt-6" onClick={() => setLimit(limit + step)}>
          Show More
        </Button>
      )}
      <LinkDialog open={isMaking} onClose={() => setMaking(false)} scope={scope} />
    </Card>
  )
}
