import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchable } from '#contract/identity/typed-text.ts'
import type { Answer } from '#contract/call.ts'
import { addAgents, assignmentLimits, availableAgents } from '#contract/organizations/agents.ts'
import type { AccessLevel } from '#contract/organizations/ranks.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { agentsAdded, organizationFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LoadingTab } from '../loading-tab.tsx'
import { type TabProps } from '../scope.ts'
import { levelOptions } from '../members/choices.ts'

const firstCount = 6
const noneChosen = 'Please select at least one agent'

interface Props extends Pick<TabProps, 'scope'> {
  open: boolean
  onClose: () => void
}

/** Assigns several agents at one level. It shows the first six; the search covers all of them (S398, S517, D126). */
export function AddAgentsDialog({ open, onClose, scope }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add Agents"
      description="Choose agents and the lowest access level that can talk to them."
      keepOpenOutside
    >
      <AddAgents onClose={onClose} scope={scope} />
    </Dialog>
  )
}

function AddAgents({ onClose, scope }: Omit<Props, 'open'>) {
  const list = useQuery(query(availableAgents, { query: scope }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [accessLevel, setAccessLevel] = useState<AccessLevel>('standard')
  const [error, setError] = useState<string>()
  const add = useCall(addAgents, {
    failed: organizationFailures.addAgents,
    done: ({ addedCount }) => {
      showToast(agentsAdded(addedCount))
      onClose()
    },
  })

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
    setError(undefined)
  }
  function save() {
    if (chosen.size === 0) return setError(noneChosen)
    if (chosen.size > assignmentLimits.atOnce)
      return setError(`Please select at most ${assignmentLimits.atOnce} agents at once`)
    add.mutate({ query: scope, body: { agentIds: [...chosen], accessLevel } })
  }

  return (
    <div className="flex flex-col gap-4">
      {list.isPending && <LoadingTab />}
      {list.isError && <LoadError what="the agents" failed={list} />}
      {list.data && <Choices all={list.data} chosen={chosen} onChoose={choose} />}
      <Select
        name="accessLevel"
        label="Access level"
        options={levelOptions}
        value={accessLevel}
        onChange={setAccessLevel}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      <FormButtons onCancel={onClose} isCancelDisabled={add.isPending}>
        <Button pending={add.isPending} pendingText="Adding…" onClick={save}>
          {chosen.size === 0 ? 'Add Selected' : `Add ${chosen.size} Selected`}
        </Button>
      </FormButtons>
    </div>
  )
}

interface ChoicesProps {
  all: Answer<typeof availableAgents>
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
}

function Choices({ all, chosen, onChoose }: ChoicesProps) {
  const [words, setWords] = useState('')
  const wanted = searchable(words.trim())
  const fits = ({ name, category }: (typeof all)[number]) =>
    searchable(name).includes(wanted) || searchable(category).includes(wanted)
  // Chosen agents stay visible during a search.
  const first = new Set(all.slice(0, firstCount).map(({ id }) => id))
  const shown = all.filter((agent) => (wanted ? fits(agent) : first.has(agent.id)) || chosen.has(agent.id))
  if (all.length === 0) return <p className="text-muted">Every available agent is already assigned.</p>
  return (
    <>
      <SearchField label="Search agents" placeholder="Name or category" value={words} onChange={setWords} />
      <fieldset>
        <legend className="mb-1 font-medium">Available agents</legend>
        {shown.length === 0 && <p className="text-muted">No agents match your search.</p>}
        {shown.map((agent) => (
          <Checkbox
            key={agent.id}
            name={agent.id}
            label={
              <>
                {agent.name} <span className="text-muted">· {agent.category}</span>
              </>
            }
            checked={chosen.has(agent.id)}
            onChange={(isChosen) => onChoose(agent.id, isChosen)}
          />
        ))}
      </fieldset>
      {!wanted && all.length > firstCount && (
        <p className="text-sm text-muted">
          {`Showing ${firstCount} of ${all.length} agents. Search to find the others.`}
        </p>
      )}
    </>
  )
}
