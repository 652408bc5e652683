import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { customer } from '#contract/admin/customers.ts'
import type { Answer } from '#contract/call.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Acts } from '#web/kit/dialogs/acts.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { nameOf } from '../person-name.tsx'
import { useUserActs } from '../users/user-acts.tsx'
import { Devices } from './devices.tsx'
import { LiveBanners, whileLive } from './live-banner.tsx'
import { Notes } from './notes.tsx'
import { EndSubscriptionButton } from './acts/end-subscription-button.tsx'
import { SignOutButton } from './acts/sign-out-button.tsx'
import { StandingCard } from './standing.tsx'
import { Timeline } from './timeline.tsx'
import { Who } from './who.tsx'

/** /admin/users/{id}: everything about one person, and what the team can do for them. */
export default function Customer() {
  return (
    <ForDuty duty="people.read" title="Customer" what="customer pages">
      <CustomerPage />
    </ForDuty>
  )
}

function CustomerPage() {
  const { id } = useParams<{ id: string }>()
  const read = useQuery({ ...query(customer, { params: { id } }), staleTime: 0, refetchInterval: whileLive })
  const above = <ParentLink href={paths.admin({ tab: 'users' })} name="Users" />
  if (read.data) return <About about={read.data} above={above} />
  return (
    <Page title="Customer" above={above}>
      {read.isPending && <LoadingRows what="customer" />}
      {read.isError && (isUnknown(read.error) ? <Unknown /> : <LoadError what="this customer" failed={read} />)}
    </Page>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function Unknown() {
  return (
    <EmptyState
      title="This user does not exist"
      action={<LinkButton href={paths.admin({ tab: 'users' })}>See All Users</LinkButton>}
    >
      The link may be wrong or out of date.
    </EmptyState>
  )
}

function About({ about, above }: { about: Answer<typeof customer>; above: ReactNode }) {
  const { id, user } = about
  const acts = useUserActs()
  return (
    <Page
      title={user ? nameOf(user) : 'Erased person'}
      description={user?.email}
      above={above}
      actions={
        user && (
          <>
            <SignOutButton user={user} deviceCount={about.devices.length} />
            <Acts id={`actions-${id}`} of={nameOf(user)} acts={acts?.(user) ?? []} />
          </>
        )
      }
    >
      <div className="in-order flex flex-col gap-6">
        <LiveBanners live={about.live} />
        <Who about={about} />
        <StandingCard
          standing={about}
          title="Plan and Balance"
          aside={user && about.plan && <EndSubscriptionButton person={{ id, name: nameOf(user) }} plan={about.plan} />}
        />
        <div className="grid gap-6 lg:grid-cols-2">
          <Notes notes={about.notes} whose={{ kind: 'user', id }} />
          <Devices devices={about.devices} />
        </div>
        <Timeline whose={{ kind: 'user', id }} />
      </div>
    </Page>
  )
}
