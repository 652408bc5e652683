import type { TranscriptLine } from '#contract/conversations/voice.ts'
import { type NewConversation, settleConversation, openConversation } from '#server/conversations/voice-sessions.ts'
import type { TestOrganization } from '../organizations/organizations.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** Adds a finished conversation, held and settled through the ledger as the gateway does it. Returns its id. */
export async function addPastSession(
  world: World,
  person: TestPerson,
  agentId: string,
  seconds: number,
): Promise<string> {
  const { id, progress, at } = await openTalk(world, person, agentId, seconds)
  await settleConversation(world.services.database.step, { id, reason: 'user', progress, at })
  return id
}

/** Opens one that is held for these seconds. Returns how far it has come and when it began, to be settled. */
export async function openTalk(world: World, person: TestPerson, agentId: string, seconds: number) {
  const [account] = await world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  return opened(world, { userId: person.id, accountId: account?.id ?? '', agentId }, seconds)
}

/** Does the same in an organization, paid by its pool. */
export async function talkIn(
  world: World,
  { id: organizationId, accountId }: TestOrganization,
  person: TestPerson,
  agentId: string,
  seconds: number,
): Promise<string> {
  const { id, progress, at } = await opened(world, { userId: person.id, accountId, organizationId, agentId }, seconds)
  await settleConversation(world.services.database.step, { id, reason: 'user', progress, at })
  return id
}

type Talk = Pick<NewConversation, 'userId' | 'accountId' | 'organizationId' | 'agentId'>

async function opened(world: World, about: Talk, seconds: number) {
  const { step } = world.services.database
  const at = world.services.clock.now()
  const started = await openConversation(step, {
    ...about,
    conversationId: `conv_${crypto.randomUUID()}`,
    gatewayId: world.services.gatewayId(),
    resumeOf: undefined,
    at,
    real: world.services.clock.real(),
  })
  if (started.state !== 'started') throw new Error(started.state)
  await world.sql('select ledger_hold_extend($1, $2)', [started.id, seconds * 1000])
  const begun = { conversationId: 'conv', at }
  const progress = { usedMs: seconds * 1000, freeMs: 0, soundMs: 0, agentSpoke: true, begun }
  return { id: started.id, progress, at }
}

export async function addText(world: World, person: TestPerson, sessionId: string, texts: string[]): Promise<void> {
  const lines: TranscriptLine[] = texts.map((text, place) => ({
    speaker: place % 2 === 0 ? 'agent' : 'you',
    text,
    atSeconds: place * 5,
  }))
  await world.sql(
    `insert into session_transcript (session_id, user_id, lines, kept_at, kept_until)
     values ($1, $2, $3, $4, $4::timestamptz + interval '90 days')`,
    [sessionId, person.id, JSON.stringify(lines), world.services.clock.now()],
  )
}
