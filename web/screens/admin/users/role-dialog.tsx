import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { adminUsers, organizationChoices, setUserRole, type AdminUser } from '#contract/admin/users.ts'
import type { Answer } from '#contract/call.ts'
import { roles, type Role, type StaffRole, staffRoles } from '#contract/identity/people.ts'
import { staffRoleNames } from '#contract/identity/staff.ts'
import { query } from '#web/client/api.ts'
import { CallDialog } from '#web/client/forms/call-dialog.tsx'
import { guessRows } from '#web/client/lists/pages.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { roleOptions } from '../labels.ts'
import { nameOf } from '../person-name.tsx'

const meanings: Record<Role, string> = {
  user: 'Uses agents, on their own or in an organization.',
  organization_admin: 'Runs an organization: people, agents, branding and billing.',
  admin: 'Works in this panel, as far as the staff role below allows.',
}

const staffMeanings: Record<StaffRole, string> = {
  owner: 'May do everything, also in every organization, and decides who else works here.',
  support: 'Helps customers: people, messages, and credits and refunds up to a limit.',
  finance: 'Handles money: payments, refunds, disputes and debts. Reads customers and messages.',
  content: 'Creates and changes agents, and answers agent requests. Sees no customers but those who sent one.',
  read_only: 'Sees everything in this panel and changes nothing.',
}

/** Returns the effects of a new role on the person and on the admin who grants it (D188). */
function effectOf(user: AdminUser, { role, staffRole }: Choice, name: string): string {
  if (role === 'admin') {
    if (user.role === 'admin') return `${name}’s rights in the Admin Panel change right away.`
    if (staffRole !== 'owner') return `${name} can then open the Admin Panel, and see what the staff role includes.`
    return `${name} can then change every user, agent, organization and setting, and can remove this role from other admins, including you.`
  }
  const lost = user.role === 'admin' ? `${name} loses access to the Admin Panel right away. ` : ''
  if (role === 'organization_admin') {
    return `${lost}${name} can then manage the people, agents, branding and billing of the organization below.`
  }
  if (lost) return `${lost}Their roles in organizations do not change.`
  const runs = user.organizations.filter((membership) => membership.role === 'admin').map(({ name: own }) => own)
  if (runs.length === 0) return `${name} can then use agents like everyone else.`
  return `${name} becomes an ordinary member of ${runs.join(', ')}, and can no longer manage people, agents and billing there.`
}

interface Choice {
  role: Role
  /** Null until one is chosen, and for other roles. */
  staffRole: StaffRole | null
}

const none = 'none'

/** A newcomer's staff role is chosen, never assumed. */
const adminChecks = {
  role: z.enum(roles, { error: 'Please choose a role' }),
  staffRole: z.enum(staffRoles, { error: 'Please choose a staff role' }),
}
const checks = { role: adminChecks.role, organizationId: z.optional(z.string()) }

/** Changes a person's role; an organization admin needs an organization (S423, D145). */
export function openRoleDialog(user: AdminUser): Promise<unknown> {
  return openDialog((close) => <RoleDialog user={user} close={close} />)
}

function RoleDialog({ user, close }: { user: AdminUser; close: () => void }) {
  const [role, setRole] = useState<Role>(user.role)
  const [staffRole, setStaffRole] = useState(user.staffRole)
  const isChanged = role !== user.role || (role === 'admin' && staffRole !== user.staffRole)
  const name = nameOf(user)
  return (
    <CallDialog
      title="Change Role"
      description={`${name}, ${user.email}`}
      width="medium"
      close={close}
      call={setUserRole}
      at={{ params: { id: user.id } }}
      fields={[]}
      checks={role === 'admin' ? adminChecks : checks}
      toBody={({ organizationId, staffRole: staff, ...body }) => ({
        ...body,
        ...(role === 'admin' && { staffRole: staff }),
        ...(organizationId && organizationId !== none ? { organizationId: Number(organizationId) } : {}),
      })}
      guess={({ params, body }) =>
        guessRows(adminUsers, (row) =>
          row.id === params.id ? { ...row, role: body.role, staffRole: body.staffRole ?? null } : row,
        )
      }
      submit="Save Role"
      pendingText="Saving…"
    >
      <OptionCards
        name="role"
        legend="Role"
        hideLegend
        cards={roleOptions.map(({ value, label }) => ({
          value,
          label,
          content: <OptionText title={label}>{meanings[value]}</OptionText>,
        }))}
        value={role}
        onChange={setRole}
      />
      {role === 'organization_admin' && <OrganizationChoice user={user} />}
      {role === 'admin' && <StaffRoleChoice value={staffRole} onChange={setStaffRole} />}
      <div role="status">
        {isChanged && <Banner tone="warning">{effectOf(user, { role, staffRole }, name)}</Banner>}
      </div>
    </CallDialog>
  )
}

interface StaffProps {
  value: StaffRole | null
  onChange: (role: StaffRole) => void
}

/** What an admin is hired for, each with a sentence on what it allows (D142). */
function StaffRoleChoice({ value, onChange }: StaffProps) {
  return (
    <OptionCards
      name="staffRole"
      legend="Staff role"
      cards={staffRoles.map((role) => ({
        value: role,
        label: staffRoleNames[role],
        content: <OptionText title={staffRoleNames[role]}>{staffMeanings[role]}</OptionText>,
      }))}
      value={value}
      onChange={onChange}
      className="sm:grid-cols-2"
    />
  )
}

/** Lists the person's own organizations first, then those with a free seat; a person without one can stay without. */
function OrganizationChoice({ user }: { user: AdminUser }) {
  const read = useQuery({ ...query(organizationChoices, { query: { hasSeat: 'true' } }), staleTime: 0 })
  const own = user.organizations.map(({ id, name, role }) => ({ id, name: `${name} (${role})` }))
  const only = own.length === 1 ? String(own[0]?.id) : null
  const select = (all: Answer<typeof organizationChoices>) => {
    const others = all.filter(({ id }) => !own.some((membership) => membership.id === id))
    const options = [...own, ...others].map(({ id, name }) => ({ value: String(id), label: name }))
    return (
      <SearchSelect
        name="organizationId"
        label="Organization"
        searchLabel="Search organizations"
        help="They become an admin there, and take a seat if they have none yet. Organizations without a free seat are left out."
        options={own.length === 0 ? [{ value: none, label: 'None for now' }, ...options] : options}
        defaultValue={own.length === 0 ? none : only}
        disabled={read.isPending}
      />
    )
  }
  return (
    <Loaded read={read} what="the organizations" skeleton={select([])}>
      {select}
    </Loaded>
  )
}
