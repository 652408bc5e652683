import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addAgentToOrganization, availableAgents } from '#contract/organizations/agents.ts'
import { bodyOf, query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { accessLevels, useAgentAdding } from '../use-agent-adding.ts'
import { Section } from './section.tsx'

interface Props {
  organizationId: number
  name: string
}

/** Adds an available agent to an organization (S435, D125, D150). */
export function AddAgentForm({ organizationId, name }: Props) {
  const list = useQuery({ ...query(availableAgents, { query: { organizationId } }), staleTime: 0 })
  const [agentId, setAgentId] = useState<string | null>(null)
  const add = useAgentAdding(
    () => name,
    () => setAgentId(null),
  )
  const all = list.data ?? []
  const chosen = all.find(({ id }) => id === agentId)
  return (
    <Section title="Add Agent">
      {list.isPending && <LoadingRows what="agents" />}
      {list.isError && <LoadError what="the agents" failed={list} />}
      {list.data?.length === 0 && <p className="text-muted">This organization already has every available agent.</p>}
      {all.length > 0 && (
        <Form
          aria-label={`Add an agent to ${name}`}
          schema={bodyOf(addAgentToOrganization)}
          onSubmit={(body) => add.submit({ params: { organizationId: String(organizationId) }, body })}
          className="grid items-start gap-4 sm:grid-cols-2"
        >
          <TextField name="organization" label="Organization" defaultValue={name} readOnly />
          <Select
            name="agentId"
            label="Agent"
            options={all.map((agent) => ({ value: agent.id, label: agent.name }))}
            value={chosen?.id ?? null}
            onChange={setAgentId}
          />
          <Select name="accessLevel" label="Access level" options={accessLevels} defaultValue="standard" />
          <div className="sm:pt-7">
            <Checkbox
              name="isPrivate"
              label="Private"
              checked={chosen?.isPrivate ?? false}
              disabled
              help="Set in the agent's own settings, along with the organizations that can use it."
            />
          </div>
          <div className="sm:col-span-2">
            <SubmitButton pendingText="Adding…">Add Agent</SubmitButton>
          </div>
        </Form>
      )}
    </Section>
  )
}
