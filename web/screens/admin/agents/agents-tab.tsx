import { useState } from 'react'
import { adminAgents, type AdminAgent } from '#contract/agents/admin-agents.ts'
import { useTalk } from '#web/screens/agents/talking.ts'
import { List } from '#web/client/lists/list.tsx'
import { CreateButton } from '../create-button.tsx'
import { useDuty } from '../use-duty.ts'
import { backTo } from '#web/client/lists/list-focus.ts'
import type { ListColumn } from '#web/client/lists/list-tools.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { AgentActions, QualityButton, type Task } from './agent-actions.tsx'
import { agentColumns, agentCsv, agentFilters } from './agent-list.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { QualityDialog } from './quality/quality-dialog.tsx'
import { startTest } from './start-test.ts'

/** All agents, with their access, their state at the voice provider and the actions for each (S426, D148). */
export default function AgentsTab() {
  const [isCreating, setCreating] = useState(false)
  const [task, setTask] = useState<{ task: Task; agent: AdminAgent } | null>(null)
  const talkTo = useTalk()
  const changes = useDuty('agents.change')
  const columns: readonly ListColumn<AdminAgent>[] = [
    ...agentColumns,
    {
      title: 'Actions',
      cell: (agent) =>
        changes ? (
          <AgentActions
            agent={agent}
            onTask={(chosen) => setTask({ task: chosen, agent })}
            onTest={() => talkTo({ ...agent, startTest: startTest(agent.id) })}
          />
        ) : (
          <QualityButton agent={agent} onOpen={() => setTask({ task: 'quality', agent })} />
        ),
      phone: 'figure',
    },
  ]
  return (
    <>
      <CreateButton label="Create Agent" duty="agents.change" onClick={() => setCreating(true)} />
      <List
        call={adminAgents}
        nouns={['agent', 'agents']}
        searchHint="Name, category or description"
        emptyText="Agents you create will appear here."
        filters={agentFilters}
        columns={columns}
        csv={agentCsv}
        sortedBy="name"
      />
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      {task && <TaskDialog {...task} key={`${task.task}-${task.agent.id}`} onClose={() => setTask(null)} />}
    </>
  )
}

const dialogs = { edit: EditDialog, quality: QualityDialog, access: AccessDialog, delete: DeleteDialog }

function TaskDialog({ task, agent, onClose }: { task: Task; agent: AdminAgent; onClose: () => void }) {
  const TheDialog = dialogs[task]
  const finalFocus = backTo(`actions-${agent.id}`)
  return <TheDialog agent={agent} onClose={onClose} finalFocus={finalFocus} />
}
