import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#contract/call.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { addAgentToOrganization, availableAgents } from '#contract/organizations/agents.ts'
import { bodyOf, query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { agentsAdded, organizationFailures } from '../toasts.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { OptionCards, OptionText } from '#web/kit/fields/option-cards.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { levelOptions } from './choices.ts'
import type { Details } from './details.ts'

interface Props extends Pick<Details, 'organization'> {
  open: boolean
  onClose: () => void
}

/** Assigns one of the agents that are not assigned yet (S421, S467, S566). */
export function AddAgentDialog({ open, onClose, organization }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add Agent"
      description="Choose an agent and the lowest access level that can talk to it."
      keepOpenOutside
    >
      <AddAgent organization={organization} onClose={onClose} />
    </Dialog>
  )
}

function AddAgent({ organization: { id }, onClose }: Omit<Props, 'open'>) {
  const list = useQuery(query(availableAgents, { query: { organizationId: id } }))
  if (list.isError) return <LoadError what="the agents" failed={list} />
  if (!list.data) {
    return (
      <SkeletonGroup label="Loading the agents…" className="flex flex-col gap-3">
        <Skeleton className="h-9" />
        <Skeleton className="h-48" />
      </SkeletonGroup>
    )
  }
  if (list.data.length === 0) return <p className="text-muted">Every available agent is already assigned.</p>
  return <AddForm organizationId={String(id)} all={list.data} onClose={onClose} />
}

interface FormProps {
  organizationId: string
  all: Answer<typeof availableAgents>
  onClose: () => void
}

function AddForm({ organizationId, all, onClose }: FormProps) {
  const [words, setWords] = useState('')
  const [agentId, setAgentId] = useState<string>()
  const add = useCall(addAgentToOrganization, {
    failed: organizationFailures.addAgents,
    done: () => {
      showToast(agentsAdded(1))
      onClose()
    },
  })
  const wanted = searchable(words.trim())
  // Chosen agents stay visible during a search.
  const shown = all.filter(
    ({ id, name, category }) => id === agentId || searchable(`${name} ${category}`).includes(wanted),
  )
  return (
    <Form
      aria-label="Add an agent"
      schema={bodyOf(addAgentToOrganization)}
      onSubmit={(body) => add.submit({ params: { organizationId }, body })}
      className="flex flex-col gap-4"
    >
      <SearchField label="Search agents" placeholder="Name or category" value={words} onChange={setWords} />
      <div className="-m-1 max-h-72 overflow-y-auto p-1">
        {shown.length === 0 && <p className="text-muted">No agents match your search.</p>}
        <OptionCards
          name="agentId"
          legend="Agent"
          hideLegend
          value={agentId ?? null}
          onChange={setAgentId}
          cards={shown.map(({ id, name, category, isPrivate }) => ({
            value: id,
            label: name,
            content: <OptionText title={name}>{isPrivate ? `${category} · Private` : category}</OptionText>,
          }))}
          className="sm:grid-cols-2"
        />
      </div>
      <Select name="accessLevel" label="Access level" options={levelOptions} defaultValue="standard" />
      <FormButtons onCancel={onClose} isCancelDisabled={add.isPending}>
        <SubmitButton pendingText="Adding…">Add Agent</SubmitButton>
      </FormButtons>
    </Form>
  )
}
