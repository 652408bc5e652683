import * as members from '#contract/organizations/members.ts'
import * as voice from '#contract/conversations/voice.ts'
import { recordTicks } from '#server/conversations/voice-sessions.ts'
import { assignedAgent, member, organization, type TestOrganization } from './organizations.ts'
import { talkIn } from '../conversations/past-conversations.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export interface Firm {
  firm: TestOrganization
  agentId: string
  person: TestPerson
}

/** Returns an organization with an agent and a member, who has talked this many seconds this month (D131). */
export async function firmWithMember(world: World, limitMinutes: number | null, talkedSeconds = 0): Promise<Firm> {
  const firm = await organization(world)
  const agentId = await assignedAgent(world, firm)
  const person = await member(world, firm.id)
  if (talkedSeconds > 0) await talkIn(world, firm, person, agentId, talkedSeconds)
  if (limitMinutes !== null) await limit({ firm, person }, limitMinutes)
  return { firm, agentId, person }
}

export function limit({ firm, person }: Pick<Firm, 'firm' | 'person'>, monthlyLimitMinutes: number | null) {
  const input = { params: { id: person.id }, query: {}, body: { monthlyLimitMinutes } }
  return firm.owner.client.call(members.changeMember, input)
}

export const start = ({ person, agentId }: Firm) => person.client.try(voice.startConversation, { body: { agentId } })
export const end = ({ person }: Firm, id: string) =>
  person.client.call(voice.endConversation, { params: { id }, body: {} })

export async function chargedOf(world: World, { firm, person }: Firm): Promise<number> {
  const select =
    'select coalesce(sum(charged_ms), 0) as ms from organization_usage where organization_id = $1 and user_id = $2'
  const [row] = await world.sql<{ ms: string }>(select, [firm.id, person.id])
  return Number(row?.ms)
}

/** Records a tick. Returns null when it came too late or met another change. */
export async function tick(world: World, id: string, usedMs: number) {
  const { database, clock } = world.services
  const progress = { usedMs, freeMs: 0, soundMs: 0, agentSpoke: true, begun: null }
  const [tick] = await recordTicks(database.step, [{ id, progress }], { at: clock.now(), real: clock.real() })
  return tick === 'busy' ? null : tick
}
