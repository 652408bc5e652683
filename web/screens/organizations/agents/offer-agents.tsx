import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { addAgents, assignmentLimits, availableAgents } from '#contract/organizations/agents.ts'
import { query, useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { opensLate } from '#web/kit/dialogs/late-part.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import type { PartProps } from '../scope.ts'

type Available = Answer<typeof availableAgents>

const shownFaces = 5

export const openAddAgents = opensLate(async () => (await import('./add-agents.tsx')).openAddAgents)

interface OfferProps extends Pick<PartProps, 'scope'> {
  /** Finds what takes the focus when the button is gone. */
  next?: (() => HTMLElement | null) | undefined
}

/** Assigns the public agents in one press, for everybody, so that no one who is invited finds none (D126). */
export function OfferAgents({ scope, next }: OfferProps) {
  const list = useQuery(query(availableAgents, { query: scope }))
  const offered = list.data?.filter(({ isPrivate }) => !isPrivate).slice(0, assignmentLimits.atOnce) ?? []
  return offered.length > 0 && <Offer scope={scope} next={next} offered={offered} />
}

function Offer({ scope, next, offered }: OfferProps & { offered: Available }) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const add = useCall(addAgents, { told: agentsAdded })
  const agentIds = offered.map(({ id }) => id)
  return (
    <div ref={part} className="flex items-center gap-3">
      <div aria-hidden className="flex pl-2 max-sm:hidden">
        {offered.slice(0, shownFaces).map((agent) => (
          <AgentPicture
            key={agent.id}
            agent={agent}
            className="-ml-2 size-8 rounded-full text-sm ring-2 ring-surface"
          />
        ))}
      </div>
      <Button
        size="dense"
        icon={<Plus aria-hidden className="size-4" />}
        pending={add.isPending}
        pendingText="Adding…"
        onClick={() => add.mutate({ query: scope, body: { agentIds, accessLevel: 'standard' } })}
      >
        {offered.length === 1 ? 'Add the Public Agent' : `Add All ${offered.length} Public Agents`}
      </Button>
    </div>
  )
}

/** Agents that were assigned before only get the level, and do not count as added (D126). */
export function agentsAdded({ addedCount }: Answer<typeof addAgents>): ToastMessage {
  const description = `Your members can talk to ${countText(addedCount, 'more agent')}.`
  return { title: 'Agents Added', description, tone: 'success' }
}
