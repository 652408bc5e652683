import { useQuery } from '@tanstack/react-query'
import { minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { referrals, type Referral } from '#contract/billing/referrals.ts'
import { query } from '#web/client/api.ts'
import { CopyLink } from '#web/client/copy-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import NotFound from '#web/screens/frame/not-found.tsx'

/** /invitations: the user's code and link, and who registered with it; empty while no minutes are offered (D51). */
export default function Invitations() {
  // Other people's payments change this list.
  const read = useQuery({ ...query(referrals), refetchOnMount: 'always' })
  if (read.data?.offer === null) return <NotFound />
  return (
    <Page
      title="Your Invitations"
      description="Share your link with people who'd like to talk things through, too."
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
    >
      <Loaded
        read={read}
        what="your invitations"
        skeleton={<LoadingRows what="your invitations" count={1} height="h-56" />}
      >
        {({ offer, referrals: all }) => offer && <Offered offer={offer} all={all} />}
      </Loaded>
    </Page>
  )
}

type Offer = NonNullable<Answer<typeof referrals>['offer']>

function Offered({ offer: { rewardMinutes, code, link }, all }: { offer: Offer; all: readonly Referral[] }) {
  const pending = all.filter(({ status }) => status === 'pending')
  const completed = all.filter(({ status }) => status === 'completed')
  return (
    <div className="flex flex-col gap-6">
      <Card title="Your link">
        <p className="mb-4 max-w-prose">
          Anyone who signs up with it counts as invited by you. When they make their first payment, you get{' '}
          <strong className="font-semibold">{minutesText(rewardMinutes)}</strong>, which never expire.
        </p>
        <CopyLink label="Link" link={link} />
        <p className="mt-3 text-muted">
          Your code is <span className="font-medium text-text tabular">{code}</span>.
        </p>
      </Card>
      {all.length === 0 ? (
        <EmptyState title="Nobody has registered with your link yet">
          When someone does, you'll see the first letter of their name here.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <Card title={`Waiting for a First Payment (${pending.length})`}>
            <Table
              caption="Invited people who have not paid yet, newest first"
              columns={pendingColumns}
              rows={pending}
              rowKey={({ id }) => id}
              empty={<p className="text-muted">Nobody at the moment.</p>}
            />
          </Card>
          <Card title={`Completed (${completed.length})`}>
            <Table
              caption="Invited people who have paid, newest first"
              columns={completedColumns}
              rows={completed}
              rowKey={({ id }) => id}
              empty={<p className="text-muted">Nobody yet.</p>}
            />
          </Card>
        </div>
      )}
    </div>
  )
}

const pendingColumns: Column<Referral>[] = [
  { title: 'Person', cell: nameOf },
  { title: 'Registered', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
]

const completedColumns: Column<Referral>[] = [
  { title: 'Person', cell: nameOf },
  { title: 'First payment', cell: ({ completedAt }) => completedAt && <DateTime value={completedAt} /> },
  { title: 'Your minutes', numeric: true, cell: ({ rewardMinutes }) => rewardMinutes },
]

/** Returns the first letter of the name; an erased account has none. */
function nameOf({ initial }: Referral): string {
  return initial ? `${initial}.` : 'Someone'
}
