import {
  BookOpen,
  Building2,
  ChartColumn,
  CircleCheck,
  CircleSlash,
  Crown,
  Ellipsis,
  Mic,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import { adminAgents, type AdminAgent, changeAgent, syncAgent } from '#contract/agents/admin-agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { agentFailures, agentSynced, agentUpdated } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { useDuty } from '../use-duty.ts'
import { changedReadings } from './changed-readings.ts'

/** The actions that open a dialog. */
export type Task = 'edit' | 'quality' | 'access' | 'delete'

interface Props {
  agent: AdminAgent
  onTask: (task: Task) => void
  /** Starts a free test conversation. */
  onTest: () => void
}

/** Deactivating an agent by mistake takes it away from everyone, so the toast offers Undo (D188). */
function undoing(onPress: () => void) {
  return { action: { label: 'Undo', onPress }, durationMs: 10_000 }
}

const icon = { 'aria-hidden': true, className: 'size-4 text-muted' } as const

function useAgentChanges({ id }: AdminAgent) {
  const params = { id }
  const change = useAdminCall(changeAgent, {
    list: adminAgents,
    changes: changedReadings,
    failed: agentFailures.updateAgent,
    guess: (row, { params, body: { isActive, isPremium } }) =>
      row.id === params.id
        ? { ...row, isActive: isActive ?? row.isActive, isPremium: isPremium ?? row.isPremium }
        : row,
    done: (changed, { body: { isActive } }) =>
      showToast({ ...agentUpdated(changed), ...(isActive === false && undoing(() => set({ isActive: true }))) }),
  })
  const sync = useAdminCall(syncAgent, {
    list: adminAgents,
    failed: agentFailures.syncAgent,
    done: (synced) => showToast(agentSynced(synced)),
  })
  const set = (body: { isActive: boolean } | { isPremium: boolean }) => void change.submit({ params, body })
  return { set, sync: () => void sync.submit({ params }), isPending: change.isPending || sync.isPending }
}

/** The one act of staff who read agents and do not change them. */
export function QualityButton({ agent, onOpen }: { agent: AdminAgent; onOpen: () => void }) {
  return (
    <Button
      id={`actions-${agent.id}`}
      variant="secondary"
      size="dense"
      aria-label={`Quality and versions: ${agent.name}`}
      onClick={onOpen}
    >
      Quality
    </Button>
  )
}

/** The menu of actions for an agent. */
export function AgentActions({ agent, onTask, onTest }: Props) {
  const { set, sync, isPending } = useAgentChanges(agent)
  // Only owners have the rights of an organization's admins (D120).
  const runsOrganizations = useDuty('roles.change')
  return (
    <Menu
      trigger={
        <Button
          id={`actions-${agent.id}`}
          variant="ghost"
          size="dense"
          pending={isPending}
          aria-label={`Actions: ${agent.name}`}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    >
      <MenuAction icon={<Pencil {...icon} />} onSelect={() => onTask('edit')}>
        Edit
      </MenuAction>
      <MenuAction icon={<Mic {...icon} />} onSelect={onTest}>
        Test Conversation
      </MenuAction>
      <MenuLink icon={<BookOpen {...icon} />} href={paths.agent(agent.id, { part: 'documents' })}>
        Documents
      </MenuLink>
      <MenuAction icon={<ChartColumn {...icon} />} onSelect={() => onTask('quality')}>
        Quality and Versions
      </MenuAction>
      {runsOrganizations && agent.isActive && (
        <MenuAction icon={<Building2 {...icon} />} onSelect={() => onTask('access')}>
          Add to Organization
        </MenuAction>
      )}
      <MenuAction icon={<RefreshCw {...icon} />} onSelect={sync}>
        Sync with Provider
      </MenuAction>
      <MenuLine />
      <MenuAction
        icon={agent.isActive ? <CircleSlash {...icon} /> : <CircleCheck {...icon} />}
        onSelect={() => set({ isActive: !agent.isActive })}
      >
        {agent.isActive ? 'Deactivate' : 'Activate'}
      </MenuAction>
      <MenuAction icon={<Crown {...icon} />} onSelect={() => set({ isPremium: !agent.isPremium })}>
        {agent.isPremium ? 'Make Free' : 'Make Premium'}
      </MenuAction>
      <MenuLine />
      <MenuAction icon={<Trash2 {...icon} />} onSelect={() => onTask('delete')}>
        Delete
      </MenuAction>
    </Menu>
  )
}
