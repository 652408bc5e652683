import {
  BookOpen,
  Building2,
  ChartColumn,
  CircleCheck,
  CircleSlash,
  Crown,
  Mic,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { adminAgents, type AdminAgent, changeAgent, deleteAgent, syncAgent } from '#contract/agents/admin-agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { guessRows } from '#web/client/lists/pages.ts'
import { LoadingRows } from '#web/client/loaded.tsx'
import { type Act, type ActList, line } from '#web/kit/dialogs/acts.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { useTalk } from '#web/screens/agents/talking.ts'
import { openAccessForm, openAgentForm } from '../late-dialogs.ts'
import { useDuty } from '../use-duty.ts'
import { savedToast, startTest } from './provider.tsx'

const Quality = lazy(async () => ({ default: (await import('./quality/quality.tsx')).Quality }))

/** Returns the acts for an agent; none for staff who only read agents. */
export function useAgentActs(): ((agent: AdminAgent) => ActList) | undefined {
  const mayChange = useDuty('agents.change')
  // Only owners have the rights of an organization's admins (D120).
  const runsOrganizations = useDuty('roles.change')
  const talkTo = useTalk()
  if (!mayChange) return undefined
  return (agent) => {
    const { id, isActive, isPremium } = agent
    return [
      { label: 'Edit', icon: Pencil, run: () => openAgentForm(agent) },
      { label: 'Test Conversation', icon: Mic, run: () => talkTo({ ...agent, startTest: startTest(id) }) },
      { label: 'Documents', icon: BookOpen, href: paths.agent(id, { part: 'documents' }) },
      { label: 'Quality and Versions', icon: ChartColumn, run: () => openQuality(agent) },
      {
        label: 'Add to Organization',
        icon: Building2,
        may: runsOrganizations && isActive,
        run: () => openAccessForm(id),
      },
      { label: 'Sync with Provider', icon: RefreshCw, run: () => sync(id) },
      line,
      {
        label: isActive ? 'Deactivate' : 'Activate',
        icon: isActive ? CircleSlash : CircleCheck,
        run: () => set(id, { isActive: !isActive }),
      },
      {
        label: isPremium ? 'Make Free' : 'Make Premium',
        icon: Crown,
        run: () => set(id, { isPremium: !isPremium }),
      },
      line,
      deletion(agent),
    ]
  }
}

/** Changes an agent from its row. Deactivating one by mistake takes it away from everyone, so that offers Undo (D188). */
function set(id: string, body: { isActive?: boolean; isPremium?: boolean }): Promise<unknown> {
  const undo = { label: 'Undo', onPress: () => void set(id, { isActive: true }).catch(() => undefined) }
  return write(
    changeAgent,
    { params: { id }, body },
    {
      guess: () => guessRows(adminAgents, (row) => (row.id === id ? { ...row, ...body } : row)),
      told: (agent) => ({
        ...savedToast('Agent updated successfully', agent),
        ...(body.isActive === false && { action: undo, durationMs: 10_000 }),
      }),
    },
  )
}

function sync(id: string): Promise<unknown> {
  return write(
    syncAgent,
    { params: { id } },
    {
      told: ({ syncState, syncError }) =>
        syncState === 'synced'
          ? { title: 'Synced', description: 'The voice provider has the latest version.', tone: 'success' }
          : { title: 'Not synced', description: syncError ?? 'Please try again.', tone: 'danger' },
    },
  )
}

/** How an agent's conversations were judged, and the versions of its words. */
export function openQuality({ id, name }: AdminAgent): Promise<unknown> {
  return openDialog(() => (
    <Dialog title="Quality and Versions" description={name} width="large" keepOpenOutside>
      <Suspense fallback={<LoadingRows what="the versions" />}>
        <Quality agentId={id} />
      </Suspense>
    </Dialog>
  ))
}

/** Removes an agent everywhere, after a question; people keep their conversations with it (D146). */
function deletion({ id, name, organizations }: AdminAgent): Act {
  return {
    label: 'Delete',
    icon: Trash2,
    run: () =>
      write(
        deleteAgent,
        { params: { id } },
        {
          told: ({ isArchived }) => ({
            title: 'Agent deleted successfully',
            description: isArchived ? 'People keep their conversations with it.' : 'It had no conversations to keep.',
            tone: 'success',
          }),
        },
      ),
    ask: {
      title: `Delete ${name}?`,
      text: (
        <>
          <p>
            It disappears from the marketplace and every organization right away, and all unlocks are removed. Live
            conversations end. Past conversations keep its name. This cannot be undone.
          </p>
          {organizations.length > 0 && (
            <p className="mt-3 wrap-anywhere">It is used by {organizations.map((one) => one.name).join(', ')}.</p>
          )}
        </>
      ),
      confirm: 'Delete Agent',
      keep: 'Keep Agent',
    },
  }
}
