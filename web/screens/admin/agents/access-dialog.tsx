import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type AdminAgent, adminAgents } from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { keyOf, query } from '#web/client/api.ts'
import { CallDialog } from '#web/client/forms/call-dialog.tsx'
import { type ListPage, readAll } from '#web/client/lists/pages.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { accessLevels, agentAdded, privateHelp } from '../agent-adding.ts'

/** Adds an active agent to an organization that can have it, for members from a chosen level up (S435, S519). */
export function openAccessForm(agentId: string): Promise<unknown> {
  return openDialog((close) => <AccessDialog agentId={agentId} close={close} />)
}

const checks = {
  organizationId: z
    .string({ error: 'Please choose an organization' })
    .check(z.minLength(1, { error: 'Please choose an organization' })),
}

/**
 * Reads every agent, regardless of the organization the admin is working in. The query has the form of a page of the
 * list, so that changes reach it too.
 */
const everyAgent = queryOptions({
  queryKey: [...keyOf(adminAgents), 'all'],
  queryFn: async (): Promise<ListPage<AdminAgent>> => {
    const rows = await readAll(adminAgents, {})
    return { rows, total: rows.length }
  },
})

function AccessDialog({ agentId, close }: { agentId: string; close: () => void }) {
  const [chosen, setChosen] = useState(agentId)
  const [organizationId, setOrganizationId] = useState('')
  const organizations = useQuery({ ...query(organizationChoices, { query: { agentId: chosen } }), staleTime: 0 })
  const all = useQuery(everyAgent)
  const active = all.data?.rows.filter(({ isActive }) => isActive) ?? []
  const isPrivate = active.find(({ id }) => id === chosen)?.isPrivate ?? false
  return (
    <CallDialog
      title="Add Agent to Organization"
      close={close}
      label="Agent access"
      call={addAgentToOrganization}
      at={{ params: { organizationId } }}
      fields={['agentId', 'accessLevel', 'isPrivate']}
      words={{ accessLevel: { label: 'Access level' } }}
      options={{ accessLevel: accessLevels }}
      checks={checks}
      toBody={({ organizationId: _to, ...body }) => body}
      told={({ agent }) =>
        agentAdded(agent.name, organizations.data?.find(({ id }) => String(id) === organizationId)?.name ?? '')
      }
      submit="Add Agent"
      pendingText="Adding…"
      slots={{
        agentId: (
          <Loaded read={all} what="the agents">
            {() => (
              <Select
                name="agentId"
                label="Agent"
                options={active.map(({ id, name }) => ({ value: id, label: name }))}
                value={chosen}
                onChange={setChosen}
              />
            )}
          </Loaded>
        ),
        isPrivate: <Checkbox name="isPrivate" label="Private" checked={isPrivate} disabled help={privateHelp} />,
      }}
    >
      {/* Another agent has other organizations. */}
      <OrganizationChoice key={chosen} read={organizations} isPrivate={isPrivate} onChange={setOrganizationId} />
    </CallDialog>
  )
}

interface ChoiceProps {
  read: UseQueryResult<{ id: number; name: string }[]>
  isPrivate: boolean
  onChange: (id: string) => void
}

function OrganizationChoice({ read, isPrivate, onChange }: ChoiceProps) {
  if (read.isError) return <LoadError what="the organizations" failed={read} />
  const none = isPrivate
    ? 'Every organization of this private agent already has it. Choose others in the agent’s own settings.'
    : 'Every open organization already has this agent.'
  return (
    <SearchSelect
      name="organizationId"
      label="Organization"
      searchLabel="Search organizations"
      options={(read.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
      disabled={read.isPending}
      {...(read.data?.length === 0 && { help: none })}
    />
  )
}
