import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { Answer } from '#contract/call.ts'
import { addAgents, assignmentLimits, availableAgents } from '#contract/organizations/agents.ts'
import { query, useCall } from '#web/client/api.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { agentsAdded, organizationFailures } from '../toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'

const shownFaces = 5

interface Props extends Pick<TabProps, 'scope'> {
  /** Finds what takes the focus when the button is gone. */
  next?: (() => HTMLElement | null) | undefined
}

/** Assigns the public agents in one press, for everybody, so that no one who is invited finds none (D126). */
export function OfferAgents({ scope, next }: Props) {
  const list = useQuery(query(availableAgents, { query: scope }))
  const offered = list.data?.filter(({ isPrivate }) => !isPrivate).slice(0, assignmentLimits.atOnce) ?? []
  return offered.length > 0 && <Offer scope={scope} next={next} offered={offered} />
}

function Offer({ scope, next, offered }: Props & { offered: Answer<typeof availableAgents> }) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const add = useCall(addAgents, {
    failed: organizationFailures.addAgents,
    done: ({ addedCount }) => showToast(agentsAdded(addedCount)),
  })
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
