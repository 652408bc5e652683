import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { ownDay } from '#contract/dates.ts'
import { nextSteps, type NextStep } from '#contract/results/next-steps.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { StepBoard, StepList } from './columns-view.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { Proposals } from './proposals.tsx'
import { QuickAdd } from './quick-add.tsx'
import { ReminderSettings } from './reminder-settings.tsx'
import { StepDialog } from './step-dialog.tsx'

const views = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
] as const

/** /dashboard/next-steps: what a person wants to do after their conversations, as a list or with ?view=board. */
export default function NextSteps() {
  // A session may have ended since, and proposals go with its words.
  const list = useQuery({ ...query(nextSteps, { query: {} }), refetchOnMount: 'always' })
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'board' ? 'board' : 'list'
  const choose = (name: string, value: string) => setSearch((old) => withValue(old, name, value), { replace: true })
  return (
    <Page
      title="Next Steps"
      description="What you want to do after your sessions. Only you see this list."
      above={<ParentLink href={paths.dashboard()} name="Your Dashboard" />}
      actions={
        <Segmented
          label="View"
          options={views}
          value={view}
          onChange={(next) => choose('view', next === 'list' ? '' : next)}
        />
      }
    >
      <div className="in-order flex flex-col gap-4">
        <Card>
          {/* A new step belongs to no agent, so it would not show below one. */}
          <QuickAdd onAdded={() => choose('agent', '')} />
        </Card>
        {list.isPending && (
          <SkeletonGroup label="Loading your next steps…">
            <Skeleton className="h-56" />
          </SkeletonGroup>
        )}
        {list.isError && !list.data && <LoadError what="your next steps" failed={list} />}
        {list.data && (
          <Steps
            all={list.data}
            isBoard={view === 'board'}
            agentId={search.get('agent')}
            onAgent={(id) => choose('agent', id)}
          />
        )}
        <ReminderSettings />
      </div>
    </Page>
  )
}

interface StepsProps {
  all: readonly NextStep[]
  isBoard: boolean
  agentId: string | null
  onAgent: (agentId: string) => void
}

function Steps({ all, isBoard, agentId, onAgent }: StepsProps) {
  const [today] = useState(() => ownDay(new Date()))
  const [edited, setEdited] = useState<NextStep | null>(null)
  const [unwanted, setUnwanted] = useState<NextStep | null>(null)
  const agents = [...new Map(all.flatMap((step) => (step.agentId ? [[step.agentId, step.agentName ?? '']] : [])))]
  const isKnown = agents.some(([id]) => id === agentId)
  const steps = isKnown ? all.filter((step) => step.agentId === agentId) : all
  const proposals = steps.filter(({ state }) => state === 'proposed')
  const hasProposals = proposals.length > 0
  const shown = { steps, today, hasProposals, onEdit: setEdited, onDelete: setUnwanted }
  return (
    <>
      {agents.length > 0 && <AgentFilter agents={agents} agentId={isKnown ? agentId : null} onAgent={onAgent} />}
      <Proposals steps={proposals} today={today} />
      {isBoard ? <StepBoard {...shown} /> : <StepList {...shown} />}
      {edited && <StepDialog key={edited.id} step={edited} onClose={() => setEdited(null)} />}
      <DeleteDialog step={unwanted} onClose={() => setUnwanted(null)} />
    </>
  )
}

/** Not the id of any agent. */
const allAgents = 'all'

interface FilterProps {
  agents: readonly (readonly [id: string, name: string])[]
  agentId: string | null
  onAgent: (agentId: string) => void
}

function AgentFilter({ agents, agentId, onAgent }: FilterProps) {
  return (
    <div className="sm:w-64">
      <Select
        name="agent"
        label="Agent"
        hideLabel
        options={[{ value: allAgents, label: 'All agents' }, ...agents.map(([value, label]) => ({ value, label }))]}
        value={agentId ?? allAgents}
        onChange={(next) => onAgent(next === allAgents ? '' : next)}
      />
    </div>
  )
}
