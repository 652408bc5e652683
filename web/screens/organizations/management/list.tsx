import { Link, useSearchParams } from 'wouter'
import type { Answer } from '#contract/call.ts'
import type { userOrganizations } from '#contract/organizations/management.ts'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { Select } from '#web/kit/fields/select.tsx'
import { roleNames } from '../labels.ts'
import { nameStatus } from '../labels.ts'
import { StatusBadge } from './status-badge.tsx'

export type Listed = Answer<typeof userOrganizations>[number]

interface Props {
  list: readonly Listed[]
  /** The id of the organization shown. */
  chosen: number
}

/** The person's organizations with role and state, next to the chosen one (S417). */
export function OrganizationList({ list, chosen }: Props) {
  return (
    <nav aria-label="Your organizations" className="max-lg:hidden">
      <ul className="flex flex-col gap-2">
        {list.map(({ organization, role }) => {
          const isChosen = organization.id === chosen
          return (
            <li key={organization.id}>
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
                  <span className={classes('block text-sm', isChosen ? 'text-soft-text' : 'text-muted')}>
                    {roleNames[role]}
                  </span>
                </span>
                {!organization.givesAccess && <StatusBadge organization={organization} />}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The same as a select, where there is no room for a list. */
export function OrganizationSelect({ list, chosen }: Props) {
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
