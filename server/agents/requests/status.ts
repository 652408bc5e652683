import type { RequestStatus } from '#contract/agents/requests.ts'
import type { Tx } from '../../database/sql.ts'
import { type Acting, recordAct } from '../../audit/acts.ts'
import { findAgentName } from './admin-requests.ts'
import { sendFromTeam } from '../../messages/messages.ts'
import { setStatus, type StatusInput } from './requests.ts'

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

/** Changes a request's status, records it, and notifies the person (D61). `done` even when nothing had to change. */
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
  const { userId, agentName, before, after } = change
  const agent = after.agentId === null ? null : await findAgentName(tx, after.agentId)
  const lines = [
    `Your request for “${agentName}” ${meanings[after.status]}`,
    agent === null ? '' : `You will find it in the marketplace as “${agent}”.`,
    input.note ?? '',
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
  await sendFromTeam(tx, by.adminId, notice, by.at)
  const target = { kind: 'agent_request', id } as const
  await recordAct(tx, by, { action: 'agent_request.status', target, before, after })
  return 'done'
}
