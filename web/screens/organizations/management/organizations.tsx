import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { includesDuty } from '#contract/identity/staff.ts'
import { userOrganizations } from '#contract/organizations/management.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { OrganizationList, OrganizationSelect, type Listed } from './list.tsx'
import { OrganizationView } from './view.tsx'

/** /organizations: the organizations that a person belongs to, and what an admin manages in each (S417-S421). */
export default function Organizations() {
  const list = useQuery(query(userOrganizations))
  const [isCreating, setCreating] = useState(false)
  const [, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const staffRole = useMe()?.staffRole ?? null
  if (!list.data && !list.isError) return <PageSkeleton kind="dashboard" label="Loading your organizations…" />
  return (
    <Page
      title="Organizations"
      description="The teams you belong to and the ones you run."
      actions={
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
          Create Organization
        </Button>
      }
    >
      {list.isError && <LoadError what="your organizations" failed={list} />}
      {list.data?.length === 0 && <NoOrganizations />}
      {list.data && list.data.length > 0 && <Chosen list={list.data} />}
      <CreateDialog
        open={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(id, isMember) => {
          if (isMember) setSearch(new URLSearchParams({ id: String(id) }))
          else if (includesDuty(staffRole, 'people.read')) navigate(paths.adminOrganization(id))
        }}
      />
    </Page>
  )
}

function NoOrganizations() {
  return (
    <EmptyState
      title="You don't belong to an organization yet"
      action={
        <LinkButton href={paths.organizationInfo()} variant="secondary">
          See What Teams Get
        </LinkButton>
      }
    >
      Create one for your team, or open the link in your invitation.
    </EmptyState>
  )
}

/** The list and the chosen organization: the one in the address, or else the first one (D212). */
function Chosen({ list }: { list: readonly Listed[] }) {
  const [search] = useSearchParams()
  const named = Number(search.get('id') ?? Number.NaN)
  const found = list.find(({ organization }) => organization.id === named) ?? list[0]
  if (!found) return null
  const chosen = found.organization.id
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <OrganizationList list={list} chosen={chosen} />
      <OrganizationSelect list={list} chosen={chosen} />
      <OrganizationView key={chosen} id={chosen} />
    </div>
  )
}
