import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/amounts.ts'
import { actChain } from '#contract/audit/acts.ts'
import type { Answer } from '#contract/call.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage } from '../panel-page.tsx'
import { ActsList } from './acts-list.tsx'

/** /admin/audit: what staff did, by whom, to what and when (D153). */
export default function Audit() {
  return (
    <ForDuty duty="audit.read" title="Audit Log">
      <PanelPage title="Audit Log" description="Every change made by platform admins.">
        <div className="in-order">
          <ChainCheck />
          <ActsList />
        </div>
      </PanelPage>
    </ForDuty>
  )
}

/** Says when the log was last verified, and up to which entry (docs/decisions/0041). */
function ChainCheck() {
  const read = useQuery({ ...query(actChain), staleTime: 0 })
  const loading = (
    <SkeletonGroup className="mb-4">
      <Skeleton className="h-6" />
    </SkeletonGroup>
  )
  return (
    <Loaded read={read} what="the last check of this log" skeleton={loading}>
      {(check) => <LastCheck check={check} />}
    </Loaded>
  )
}

function LastCheck({ check }: { check: Answer<typeof actChain> }) {
  if (check && !check.isIntact) {
    return (
      <div className="mb-6">
        <Banner tone="danger" title="This log was changed">
          The check on <DateTime value={check.checkedAt} withTime /> found entries that are not as they were recorded.
          Keep the database as it is, and follow “When the audit fails” in the operations guide.
        </Banner>
      </div>
    )
  }
  return (
    <p className="mb-4 text-muted">
      {check === null ? (
        'Not verified yet. The log is checked every hour.'
      ) : (
        <>
          Last verified <DateTime value={check.checkedAt} withTime />, up to entry {formatCount(check.place)}: nothing
          was changed or removed.
        </>
      )}
    </p>
  )
}
