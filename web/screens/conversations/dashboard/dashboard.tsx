import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatMinutes, minutesText } from '#contract/amounts.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import { formatMonthDay } from '#contract/dates.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { LineSection } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { BalanceBanner, useMovingBalance } from '#web/screens/billing/balance-banner.tsx'
import { BalanceBar, minutesToTalk } from '#web/screens/frame/header/balance-parts.tsx'
import { asksForMinutes } from '#web/screens/frame/header/links.ts'
import { RequestMinutes, shortageOf } from '#web/screens/frame/header/request-minutes.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { newestFirst, splitCharged } from '../conversation-filters.ts'
import { useRecap } from '../results/use-recap.ts'
import { FirstTalk, TalkAgain } from './whom-to-talk-to.tsx'

/** How long after a session its next steps may still be on their way. */
const recapWaitMs = 60_000

/** /dashboard: the balance in a sentence, whom to talk to, and then in lines what was talked about (S103-S110). */
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
  return (
    <Page
      title="Your Dashboard"
      actions={
        talked &&
        talked.length > 0 && (
          <LinkButton href={paths.marketplace()} variant="secondary" className="max-sm:hidden">
            Browse Agents
          </LinkButton>
        )
      }
    >
      <div className="in-order flex flex-col gap-6">
        {user.role === 'admin' && <AdminPortal />}
        <BalanceBanner user={user} hidesPayment={Boolean(talked?.length)} />
        <Balance user={user} />
        {list.isPending && (
          <SkeletonGroup label="Loading your dashboard…">
            <Skeleton className="h-40" />
          </SkeletonGroup>
        )}
        {talked && (talked.length > 0 ? <TalkAgain conversations={talked} /> : <FirstTalk user={user} />)}
        <Suspense fallback={<LoadingRows what="your steps and sessions" />}>
          <Lines user={user} list={list} />
        </Suspense>
      </div>
    </Page>
  )
}

/** They are below the first view. */
const Lines = lazy(() => import('./lines.tsx'))

/** Only staff load it. */
const WaitingWork = lazy(async () => ({
  default: (await import('#web/screens/frame/waiting-work.tsx')).WaitingWork,
}))

/** A platform admin lands here like everybody else, so what waits and the way to the panel come first (D63, D205). */
function AdminPortal() {
  return (
    <LineSection title="Admin Portal" aside={<LinkButton href={paths.admin()}>Open Admin Portal</LinkButton>}>
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
    </LineSection>
  )
}

/** A greeting and the minutes to talk with, in one line with their level and the way to more (S106, S197, D49). */
function Balance({ user }: { user: Me }) {
  return (
    <section className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <p className="min-w-0 flex-1 basis-80 text-lg">
        {user.firstName && <span>Good to see you, {user.firstName}. </span>}
        <BalanceSentence user={user} />
      </p>
      <div className="flex min-w-0 items-center gap-4 max-sm:w-full">
        <div className="min-w-0 flex-1 sm:w-52">
          <h2 className="mb-1.5 text-sm text-muted">Credit Balance</h2>
          <BalanceBar user={user} className="h-1.5" />
        </div>
        {asksForMinutes(user) ? (
          <RequestMinutes about={shortageOf(user)} size="dense" />
        ) : (
          <LinkButton href={paths.checkout()} variant="ghost" size="dense">
            Add Credits
          </LinkButton>
        )}
      </div>
    </section>
  )
}

/** The pool for people of an organization, what is left of their limit for limited members (D190), or their own. */
function BalanceSentence({ user }: { user: Me }) {
  const { organizationId, organizationName, organizationCredits, monthLeftSeconds } = user
  const minutes = <span className="font-semibold whitespace-nowrap tabular">{minutesText(minutesToTalk(user))}</span>
  if (monthLeftSeconds !== null)
    return (
      <>
        You have {minutes} left of your monthly limit at {organizationName}.
      </>
    )
  if (organizationId !== null && organizationCredits !== null)
    return (
      <>
        You share {minutes} with everyone at {organizationName}.
      </>
    )
  return (
    <>
      You have {minutes}
      {monthPart(user)}.
    </>
  )
}

/** Returns which part ends with the month; it is spent first (D32). */
function monthPart({ monthlyCredits, monthlyEndsAt }: Me): string {
  if (monthlyCredits === 0 || !monthlyEndsAt) return ''
  return `, and ${formatMinutes(monthlyCredits)} of them ${monthlyCredits === 1 ? 'expires' : 'expire'} ${formatMonthDay(monthlyEndsAt)}`
}
