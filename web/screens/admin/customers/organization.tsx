import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { organizationCustomer } from '#contract/admin/customers.ts'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { StatusBadge } from '#web/screens/organizations/management/status-badge.tsx'
import { ForDuty } from '../for-duty.tsx'
import { Facts } from '../organizations/section.tsx'
import { LiveBanners, whileLive } from './live-banner.tsx'
import { Members } from './members.tsx'
import { Notes } from './notes.tsx'
import { OrganizationPageActions } from './organization-page-actions.tsx'
import { StandingCard } from './standing.tsx'
import { Timeline } from './timeline.tsx'

const toList = paths.admin({ tab: 'organizations' })

/** /admin/organizations/{id}: everything about one organization, and what the team can do for it. */
export default function OrganizationCustomer() {
  return (
    <ForDuty duty="people.read" title="Organization" what="customer pages">
      <OrganizationPage />
    </ForDuty>
  )
}

function OrganizationPage() {
  const { id } = useParams<{ id: string }>()
  const read = useQuery({
    ...query(organizationCustomer, { params: { id } }),
    staleTime: 0,
    refetchInterval: whileLive,
  })
  const above = <ParentLink href={toList} name="Organizations" />
  if (read.data) return <About about={read.data} above={above} />
  return (
    <Page title="Organization" above={above}>
      {read.isPending && <LoadingRows what="organization" />}
      {read.isError &&
        (read.error instanceof ApiError && read.error.status === 404 ? (
          <Unknown />
        ) : (
          <LoadError what="this organization" failed={read} />
        ))}
    </Page>
  )
}

function Unknown() {
  return (
    <EmptyState
      title="This organization does not exist"
      action={<LinkButton href={toList}>See All Organizations</LinkButton>}
    >
      It may have been archived, or the link is wrong.
    </EmptyState>
  )
}

function About({ about, above }: { about: Answer<typeof organizationCustomer>; above: ReactNode }) {
  const { organization, members } = about
  const { id, name, memberCount, maxUsers, contactEmail, industry, createdAt } = organization
  const whose = { kind: 'organization', id } as const
  return (
    <Page
      title={name}
      description={`Organization ${id}`}
      above={above}
      actions={<OrganizationPageActions organization={organization} />}
    >
      <div className="in-order flex flex-col gap-6">
        <LiveBanners live={about.live} />
        <Card title="Who" aside={<StatusBadge organization={organization} />}>
          <Facts
            facts={[
              ['Contact', contactEmail],
              ['Industry', industry || 'Not given'],
              ['Seats', `${countText(memberCount, 'member')} in ${countText(maxUsers, 'seat')}`],
              ['Customer since', formatDate(createdAt)],
            ]}
          />
        </Card>
        <StandingCard standing={about} title="Plan and Pool" />
        <div className="grid gap-6 lg:grid-cols-2">
          <Notes notes={about.notes} whose={whose} />
          <Members members={members} />
        </div>
        <Timeline whose={whose} />
      </div>
    </Page>
  )
}
