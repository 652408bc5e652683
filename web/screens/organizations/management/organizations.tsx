import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Answer } from '#contract/call.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import { userOrganizations } from '#contract/organizations/management.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { nameStatus, roleNames } from '../labels.ts'
import { OrganizationMark } from '../mark.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { openCreateOrganization } from './create-dialog.tsx'
import { OrganizationView } from './organization.tsx'

/** /organizations: the organizations that a person belongs to, and what an admin manages in each (S417-S421). */
export default function Organizations() {
  const list = useQuery(query(userOrganizations))
  const [, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const staffRole = useMe()?.staffRole ?? null

  async function create() {
    const created = await openCreateOrganization()
    if (created?.isMember) setSearch(new URLSearchParams({ id: String(created.id) }))
    else if (created && includesDuty(staffRole, 'people.read')) navigate(paths.adminOrganization(created.id))
  }

  if (list.isPending) return <PageSkeleton kind="dashboard" label="Loading your organizations…" />
  return (
    <Page
      title="Organizations"
      description="The teams you belong to and the ones you run."
      actions={
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => void create()}>
          Create Organization
        </Button>
      }
    >
      <Loaded read={list} what="your organizations" empty={<NoOrganizations />}>
        {(all) => <Chosen list={all} />}
      </Loaded>
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

type Listed = Answer<typeof userOrganizations>[number]

/** The list and the chosen organization: the one in the address, or else the first one (D212). */
function Chosen({ list }: { list: readonly Listed[] }) {
  const [search] = useSearchParams()
  const named = Number(search.get('id') ?? Number.NaN)
  const found = list.find(({ organization }) => organization.id === named) ?? list[0]
  if (!found) return null
  const chosen = found.organization.id
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <nav aria-label="Your organizations" className="max-lg:hidden">
        <ul className="flex flex-col gap-2">
          {list.map((listed) => (
            <li key={listed.organization.id}>
              <OrganizationLink {...listed} isChosen={listed.organization.id === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      <OrganizationSelect list={list} chosen={chosen} />
      <OrganizationView key={chosen} id={chosen} />
    </div>
  )
}

/** One of the person's organizations with role and state, next to the chosen one (S417). */
function OrganizationLink({ organization, role, isChosen }: Listed & { isChosen: boolean }) {
  return (
    <Link
      href={paths.organizations({ id: organization.id })}
      aria-current={isChosen ? 'true' : undefined}
      className={classes(
        'flex items-center gap-3 rounded-card border p-3 transition-colors',
        isChosen ? 'border-primary bg-soft' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <OrganizationMark organization={organization} size="small" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{organization.name}</span>
        <span className={classes('block text-sm', isChosen ? 'text-soft-text' : 'text-muted')}>{roleNames[role]}</span>
      </span>
      {!organization.givesAccess && <StatusBadge organization={organization} />}
    </Link>
  )
}

/** The same as a select, where there is no room for a list. */
function OrganizationSelect({ list, chosen }: { list: readonly Listed[]; chosen: number }) {
  const [, setSearch] = useSearchParams()
  return (
    <div className="lg:hidden">
      <Select
        name="organization"
        label="Organization"
        options={list.map(({ organization, role }) => ({
          value: String(organization.id),
          label: [
            organization.name,
            roleNames[role],
            ...(organization.givesAccess ? [] : [nameStatus(organization)]),
          ].join(' · '),
        }))}
        value={String(chosen)}
        onChange={(id) => setSearch(new URLSearchParams({ id }))}
      />
    </div>
  )
}
