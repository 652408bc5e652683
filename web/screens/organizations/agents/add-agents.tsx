import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { addAgents, availableAgents } from '#contract/organizations/agents.ts'
import { query } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { CallDialog } from '#web/client/forms/call-dialog.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { useFieldError } from '#web/kit/fields/form-state.ts'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { type Front, levelsFor } from '../members/choices.ts'
import type { Scope } from '../scope.ts'
import { agentsAdded } from './offer-agents.tsx'

type Available = Answer<typeof availableAgents>

const firstCount = 6

/** Opens the dialog that assigns several agents at one level (S421, S517, D126). */
export function openAddAgents(scope: Scope, front: Front | undefined): Promise<unknown> {
  return openDialog((close) => <AddAgents scope={scope} front={front} close={close} />)
}

function AddAgents({ scope, front, close }: { scope: Scope; front: Front | undefined; close: () => void }) {
  const list = useQuery(query(availableAgents, { query: scope }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const agentIds = z.pipe(
    z.transform(() => [...chosen]),
    bodyOf(addAgents).shape.agentIds,
  )
  return (
    <CallDialog
      title="Add Agents"
      description="Choose agents and the lowest access level that can talk to them."
      width="medium"
      close={close}
      call={addAgents}
      at={{ query: scope }}
      fields={['agentIds', 'accessLevel']}
      options={{ accessLevel: levelsFor(undefined, front) }}
      checks={{ agentIds }}
      slots={{
        agentIds: (
          <Loaded read={list} what="the agents" skeleton={<LoadingTab />}>
            {(all) => <Choices all={all} chosen={chosen} onChange={setChosen} />}
          </Loaded>
        ),
      }}
      told={agentsAdded}
      submit={chosen.size === 0 ? 'Add Selected' : `Add ${chosen.size} Selected`}
      pendingText="Adding…"
    />
  )
}

interface ChoicesProps {
  all: Available
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Shows the first six agents; the search covers all of them (S398, D126). */
function Choices({ all, chosen, onChange }: ChoicesProps) {
  const [words, setWords] = useState('')
  const error = useFieldError('agentIds')
  const wanted = searchable(words.trim())
  const first = all.slice(0, firstCount)
  const fits = (agent: Available[number]) =>
    wanted ? searchable(`${agent.name} ${agent.category}`).includes(wanted) : first.includes(agent)
  // Chosen agents stay visible during a search.
  const shown = all.filter((agent) => fits(agent) || chosen.has(agent.id))
  if (all.length === 0) return <p className="text-muted">Every available agent is already assigned.</p>
  return (
    <>
      <SearchField label="Search agents" placeholder="Name or category" value={words} onChange={setWords} />
      <fieldset name="agentIds" tabIndex={-1} aria-describedby={error && 'agents-error'} className="outline-none">
        <legend className="mb-1 font-medium">Available agents</legend>
        {shown.length === 0 && <p className="text-muted">No agents match your search.</p>}
        {shown.map(({ id, name, category }) => (
          <Checkbox
            key={id}
            name={id}
            label={
              <>
                {name} <span className="text-muted">· {category}</span>
              </>
            }
            checked={chosen.has(id)}
            onChange={(isChosen) =>
              onChange(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
            }
          />
        ))}
      </fieldset>
      {!wanted && all.length > firstCount && (
        <p className="text-sm text-muted">
          {`Showing ${firstCount} of ${all.length} agents. Search to find the others.`}
        </p>
      )}
      <p id="agents-error" role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </>
  )
}
