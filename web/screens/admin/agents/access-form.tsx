import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type AdminAgent, adminAgents } from '#contract/agents/admin-agents.ts'
import { organizationChoices } from '#contract/admin/users.ts'
import { keyOf, query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { SearchSelect } from '#web/kit/fields/search-select.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { type ListPage, readAll } from '#web/client/lists/pages.ts'
import { accessLevels, useAgentAdding } from '../use-agent-adding.ts'

const missing = (what: string) =>
  z.string({ error: `Please choose ${what}` }).check(z.minLength(1, { error: `Please choose ${what}` }))
const schema = z.object({
  organizationId: missing('an organization'),
  agentId: missing('an agent'),
  accessLevel: z.enum(['standard', 'premium', 'full']),
  isPrivate: z.boolean(),
})

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

interface Props {
  /** The preselected agent. */
  agentId: string
  onDone: () => void
  onCancel: () => void
}

/** Adds an active agent to an organization that can have it, for members from a chosen level up (S435, S519). */
export function AccessForm({ agentId, onDone, onCancel }: Props) {
  const [chosen, setChosen] = useState(agentId)
  const organizations = useQuery({ ...query(organizationChoices, { query: { agentId: chosen } }), staleTime: 0 })
  const all = useQuery(everyAgent)
  const add = useAgentAdding(
    (organizationId) => organizations.data?.find(({ id }) => String(id) === organizationId)?.name ?? '',
    onDone,
  )
  if (organizations.isError) return <LoadError what="the organizations" failed={organizations} />
  if (all.isError) return <LoadError what="the agents" failed={all} />
  if (!all.data) return <LoadingForm />
  const active = all.data.rows.filter(({ isActive }) => isActive)
  const isPrivate = active.find(({ id }) => id === chosen)?.isPrivate ?? false
  const none = isPrivate
    ? 'Every organization of this private agent already has it. Choose others in the agent’s own settings.'
    : 'Every open organization already has this agent.'
  return (
    <Form
      schema={schema}
      onSubmit={({ organizationId: to, ...body }) => add.submit({ params: { organizationId: to }, body })}
      className="flex flex-col gap-4"
      aria-label="Agent access"
    >
      <SearchSelect
        // Another agent has other organizations.
        key={chosen}
        name="organizationId"
        label="Organization"
        searchLabel="Search organizations"
        options={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        disabled={organizations.isPending}
        {...(organizations.data?.length === 0 && { help: none })}
      />
      <Select
        name="agentId"
        label="Agent"
        options={active.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <Select name="accessLevel" label="Access level" options={accessLevels} defaultValue="standard" />
      <Checkbox
        name="isPrivate"
        label="Private"
        checked={isPrivate}
        disabled
        help="Set in the agent's own settings, along with the organizations that can use it."
      />
      <FormButtons onCancel={onCancel} isCancelDisabled={add.isPending}>
        <SubmitButton pendingText="Adding…">Add Agent</SubmitButton>
      </FormButtons>
    </Form>
  )
}

function LoadingForm() {
  return (
    <SkeletonGroup label="Loading agents and organizations…" className="flex flex-col gap-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  )
}
