import { type AgentRequest, submitRequest } from '#contract/agents/requests.ts'
import { communications, type Communication } from '#contract/messages/messages.ts'
import { sendRequestNotices } from '#server/agents/requests/requests.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export const wanted = {
  agentName: 'Negotiation Coach',
  description: 'Plays a hard buyer.',
  useCase: 'Sales Training',
  priority: 'high',
} as const

export function requestAgent(person: TestPerson, agentName: string = wanted.agentName): Promise<AgentRequest> {
  return person.client.call(submitRequest, { body: { ...wanted, agentName } })
}

export function setStatusAs(admin: TestPerson, id: string, body: object) {
  return admin.client.request('PATCH', `/api/admin/agent-requests/${id}/status`, body)
}

export function statusChanges(world: World, id: string) {
  return world.sql(
    'select from_status, to_status, note, changed_by from agent_request_change where request_id = $1 order by id',
    [id],
  )
}

/** Returns the person's messages once the ten seconds after every change are over. */
export async function mailAfterUndo({ services }: World, person: TestPerson): Promise<Communication[]> {
  const { database, clock } = services
  await database.write((tx) => sendRequestNotices(tx, new Date(clock.now().getTime() + 10_000)))
  return person.client.call(communications)
}
