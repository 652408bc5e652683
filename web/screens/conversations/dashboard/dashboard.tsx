import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { myConversations } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { BalanceBanner } from '#web/screens/billing/balance-banner.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useMovingBalance } from '#web/screens/billing/use-moving-balance.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Communications } from '#web/screens/messages/communications.tsx'
import { InviteCard } from '#web/screens/identity/invitations/invite-card.tsx'
import { OpenSteps } from '#web/screens/results/next-steps/open-steps.tsx'
import { RequestedAgents } from '#web/screens/agents/requests/requested-agents.tsx'
import { newestFirst, splitCharged } from '../conversation-filters.ts'
import { useRecap } from '../results/use-recap.ts'
import { CreditBalance } from './credit-balance.tsx'
import { Figures } from './figures.tsx'
import { FirstTalk } from './first-talk.tsx'
import { RecentConversations } from './recent-conversations.tsx'
import { TalkAgain } from './talk-again.tsx'
import { TalkTime } from './talk-time.tsx'

/** How long after a session its next steps may still be on their way. */
const recapWaitMs = 60_000

/** /dashboard: whom to talk to, the balance, and what was talked about (S103-S110). */
export default function Dashboard() {
  const user = useMe()
  const list = useQuery(query(myConversations))
  useMovingBalance(user?.organizationCredits ?? user?.creditBalance ?? null)
  const newest = list.data && newestFirst(list.data)[0]
  const isJustOver = Boolean(newest?.endedAt && list.dataUpdatedAt - Date.parse(newest.endedAt) < recapWaitMs)
  // Looks for the steps of a session whose recap was not there yet when its room closed.
  useRecap(newest?.id ?? '', isJustOver)
  if (!user) return null
  const talked = list.data && splitCharged(list.data).conversations
  const isNew = talked?.length === 0
  return (
    <Page
      title="Your Dashboard"
      description={user.firstName ? `Good to see you, ${user.firstName}.` : undefined}
      actions={
        <LinkButton href={paths.marketplace()} variant="secondary">
          Browse Agents
        </LinkButton>
      }
    >
      <div className="in-order flex flex-col gap-6">
        {user.role === 'admin' && <AdminPortal />}
        <BalanceBanner user={user} />
        {list.isPending && (
          <SkeletonGroup label="Loading your dashboard…">
            <Skeleton className="h-72" />
          </SkeletonGroup>
        )}
        {isNew && <FirstTalk user={user} />}
        <CreditBalance user={user} />
        {talked && !isNew && <TalkAgain conversations={talked} />}
        <OpenSteps />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <RecentConversations />
          <TalkTime />
        </div>
        <Figures />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <RequestedAgents />
          <Communications user={user} />
        </div>
        <InviteCard user={user} />
      </div>
    </Page>
  )
}

/** Only staff load it. */
const WaitingWork = lazy(async () => ({
  default: (await import('#web/screens/frame/waiting-work.tsx')).WaitingWork,
}))

/** A platform admin lands here like everybody else, so what waits and the way to the panel come first (D63, D205). */
function AdminPortal() {
  return (
    <Card title="Admin Portal" aside={<LinkButton href={paths.admin()}>Open Admin Portal</LinkButton>}>
      <Suspense
        fallback={
          <SkeletonGroup>
            <Skeleton className="h-12" />
          </SkeletonGroup>
        }
      >
        <WaitingWork>
          <p className="text-muted">Nothing is waiting for you.</p>
        </WaitingWork>
      </Suspense>
    </Card>
  )
}
