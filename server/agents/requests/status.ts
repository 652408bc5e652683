import type { RequestStatus } from '#contract/agents/requests.ts'
import type { Tx } from '../../database/sql.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { findAgentName } from './admin-requests.ts'
import { sendFromTeam } from '../../messages/messages.ts'
import { setStatus, type StatusInput, takeDueChanges, undoStatus } from './requests.ts'

/** What a status means for the person who asked for the agent. */
const meanings: Record<RequestStatus, string> = {
  received: 'is back on our list. We will look at it again.',
  reviewed: 'was reviewed.',
  approved: 'was approved.',
  'in progress': 'is in progress: we are building the agent.',
  published: 'was published.',
  denied: 'was declined.',
  'already exists': 'is for an agent that already exists.',
}

/**
 * Changes a request's status and records it; the person is notified ten seconds later (D61, D188). `done` even when
 * nothing had to change.
 */
export async function changeRequestStatus(
  tx: Tx,
  by: Acting,
  id: string,
  input: StatusInput,
): Promise<'done' | 'request_not_found' | 'agent_not_found' | 'not_published'> {
  if (input.agentId && input.status !== 'published') return 'not_published'
  if (input.agentId && (await findAgentName(tx, input.agentId)) === null) return 'agent_not_found'
  const change = await setStatus(tx, by.adminId, id, input, by.at)
  if (!change) return 'request_not_found'
  if (!change.isNew) return 'done'
  const { before, after } = change
  const target = { kind: 'agent_request', id } as const
  await recordAct(tx, by, { action: 'agent_request.status', target, before, after })
  return 'done'
}

/** Undoes the admin's newest change and records it. Returns false when it is too late (D188). */
export async function undoRequestStatus(tx: Tx, by: Acting, id: string): Promise<boolean> {
  const undone = await undoStatus(tx, by.adminId, id, by.at)
  if (!undone) return false
  await recordAct(tx, by, { action: 'agent_request.undo', target: { kind: 'agent_request', id }, ...undone })
  return true
}

/** Notifies people of every new status whose ten seconds are over (D188). */
export async function sendRequestNotices(tx: Tx, at: Date): Promise<void> {
  for (const { adminId, userId, agentName, status, note, linkedName } of await takeDueChanges(tx, at)) {
    const lines = [
      `Your request for “${agentName}” ${meanings[status]}`,
      linkedName === null ? '' : `You will find it in the marketplace as “${linkedName}”.`,
      note ?? '',
    ]
    const notice = {
      subject: `Your agent request: ${agentName}`,
      message: lines.filter((line) => line !== '').join('\n\n'),
      messageType: 'general',
      priority: 'normal',
      toUserId: userId,
      threadId: null,
      isNotice: true,
    } as const
    await sendFromTeam(tx, adminId, notice, at)
  }
}
