import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { organizationCustomer } from '#contract/admin/customers.ts'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { roleNames } from '#web/screens/organizations/labels.ts'
import { StatusBadge } from '#web/screens/organizations/status-badge.tsx'
import { ForDuty, SubjectPage } from '../for-duty.tsx'
import { OrganizationActs } from '../organizations/organization-acts.tsx'
import { Facts } from '../organizations/section.tsx'
import { Notes, LiveBanners, whileLive, StandingCard, TimelineCard } from './cards.tsx'

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
  return (
    <SubjectPage
      read={read}
      title="Organization"
      what="this organization"
      list={{ href: paths.admin({ tab: 'organizations' }), name: 'Organizations' }}
      unknown={{
        title: 'This organization does not exist',
        text: 'It may have been archived, or the link is wrong.',
        all: 'See All Organizations',
      }}
    >
      {(about, above) => <About about={about} above={above} />}
    </SubjectPage>
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
      actions={<OrganizationActs organization={organization} isOnItsPage />}
    >
      <div className="in-order flex flex-col gap-6">
        <LiveBanners live={about.live} />
        <Card title="Organization" aside={<StatusBadge organization={organization} />}>
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
        <TimelineCard whose={whose} />
      </div>
    </Page>
  )
}

/** Who belongs to an organization, each with a link to their own page. */
function Members({ members }: { members: Answer<typeof organizationCustomer>['members'] }) {
  return (
    <Card title="Members" description={countText(members.length, 'person', 'people')}>
      {members.length === 0 && <EmptyLine title="Nobody has joined yet" />}
      <ul aria-label="Members" className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
        {members.map(({ id, name, email, role, isActive }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <TextLink href={paths.adminCustomer(id)} className="wrap-anywhere">
                {name || email}
              </TextLink>
              <p className="text-sm wrap-anywhere text-muted">{email}</p>
            </div>
            <Badge tone={isActive ? 'soft' : 'neutral'}>{isActive ? roleNames[role] : 'Inactive'}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
