import type { TriedWords } from '#contract/conversations/agent-tests.ts'
import { findTalkableAgent } from '../agents/agents.ts'
import { findProviderVoice, hasVoice } from '../agents/voices/voices.ts'
import { usesLiveVoices } from '../agents/voices/voices.flow.ts'
import { viewerOf } from '../agents/policies.ts'
import { readDebtCents } from '../billing/refunds/debts.ts'
import type { Membership } from '../identity/memberships.ts'
import { hashSecret, makeSecret } from '../kernel/secrets.ts'
import type { Person } from '../identity/users.ts'
import type { ConversationRow } from './history.ts'
import { hasVoiceConsent } from '../identity/policies.ts'
import { refuse } from '../kernel/problem.ts'
import {
  findOwnConversation,
  refuseActive,
  refuseForMinutes,
  requireOwnConversation,
  requireStart,
} from './policies.ts'
import {
  countUncharged,
  findActive,
  listActiveIn,
  setAddress,
  settleConversation,
  type NewConversation,
  openConversation,
  type TestWords,
} from './voice-sessions.ts'
import type { SignedConversation } from '../voice-provider/elevenlabs/elevenlabs.ts'
import { VoiceUnavailable } from '../voice-provider/elevenlabs/requests.ts'
import type { Services } from './services.ts'
import { endWhereCarried } from './carried-ends.flow.ts'
import { providerAgentId } from '../agents/provider-sync.flow.ts'
import { watchTalk } from './after-talk.flow.ts'

const addressLifetimeMs = 60_000

/** A conversation that waits for its browser, and the address for that. */
interface StartedConversation extends Address {
  id: string
}

/**
 * Starts a conversation if the person may (`requireStart`) and has the minutes. The context decides who pays: with a
 * membership its pool, never the person.
 */
export async function startConversation(
  services: Services,
  person: Person,
  membership: Membership | null,
  agentId: string,
  { resumeOf, withoutMemory }: { resumeOf?: string | undefined; withoutMemory?: boolean | undefined } = {},
): Promise<StartedConversation> {
  const { database, clock } = services
  const at = clock.now()
  const hourAgo = new Date(at.getTime() - 60 * 60_000)
  const { accountId } = membership ?? person
  // Read together, because the person is waiting.
  const [agent, activeId, unchargedCount, debtCents] = await Promise.all([
    findTalkableAgent(database.read, agentId, viewerOf(person, membership)),
    findActive(database.read, person.id),
    countUncharged(database.read, person.id, hourAgo),
    readDebtCents(database.read, accountId),
  ])
  requireStart(person, membership, { agent, activeId, unchargedCount, debtCents }, at)
  const previous = resumeOf ? await findOwnConversation(database.read, person, resumeOf) : null
  const agentThere = findAtProvider(services, agentId)
  const started = await open(services, {
    userId: person.id,
    accountId,
    organizationId: membership?.organizationId ?? null,
    agentId,
    resumeOf: previous?.id,
    // What goes on after a lost connection stays as it was begun.
    isWithoutMemory: withoutMemory ?? previous?.isWithoutMemory,
  })
  if (started.state !== 'started') refuseForMinutes(started.state, membership, at)
  return openAddress(services, person.id, agentThere, started.id)
}

type Opening = Omit<NewConversation, 'conversationId' | 'gatewayId' | 'at' | 'real'>

/** Opens a conversation that this process carries, unless the person is in another one. */
async function open({ clock, config, database, gatewayId, log }: Services, opening: Opening) {
  if (config.serve === 'pages') {
    log.error('the balancer sent the start of a conversation to a process that carries none (SERVE=pages)')
    refuse('voice_unavailable')
  }
  const now = { at: clock.now(), real: clock.real() }
  const own = { conversationId: crypto.randomUUID(), gatewayId: gatewayId(), ...now }
  const started = await openConversation(database.step, { ...opening, ...own })
  return started.state === 'active' ? refuseActive(started.sessionId) : started
}

/** Finds the provider's id of an agent while the conversation is opened, whose refusal comes first. */
function findAtProvider(services: Services, agentId: string): Promise<string> {
  const found = providerAgentId(services, agentId)
  found.catch(() => {})
  return found
}

/** Asks the provider for its signed address, which stays here, and creates our own one-time address (D67). */
async function openAddress(
  services: Services,
  userId: string,
  agentThere: Promise<string>,
  id: string,
  testWords: TestWords | null = null,
): Promise<StartedConversation> {
  try {
    const signed = await services.voice.signConversation(await agentThere)
    const address = await issueAddress(services, userId, id, signed, testWords)
    return address ? { id, ...address } : refuse('voice_unavailable')
  } catch (error) {
    await settleConversation(services.database.step, { id, reason: 'fault', at: services.clock.now() })
    if (!(error instanceof VoiceUnavailable)) throw error
    services.log.warn({ err: error, sessionId: id }, 'the voice provider did not open a conversation')
    refuse(error.isBusy ? 'voice_busy' : 'voice_unavailable')
  }
}

/**
 * Starts a conversation in which an admin tests an agent, which may be inactive or private, with its own words or with
 * those given, which are kept only until the conversation opens. It is free, and no figure counts it (D56).
 */
export async function startTest(
  services: Services,
  person: Person,
  agentId: string,
  { resumeOf, words }: { resumeOf?: string | undefined; words?: TriedWords | undefined },
): Promise<StartedConversation> {
  if (!hasVoiceConsent(person)) refuse('consent_required')
  const tried = words ? await toTestWords(services, words) : null
  const previous = resumeOf ? await findOwnConversation(services.database.read, person, resumeOf) : null
  const { id: userId, accountId } = person
  const agentThere = findAtProvider(services, agentId)
  const started = await open(services, { userId, accountId, isTest: true, agentId, resumeOf: previous?.id })
  if (started.state !== 'started') throw new Error('A test was refused for lack of minutes')
  return openAddress(services, userId, agentThere, started.id, tried)
}

/** Returns words with the voice that speaks them. */
async function toTestWords(
  services: Services,
  { systemPrompt, firstMessage, voiceId }: TriedWords,
): Promise<TestWords> {
  const { read } = services.database
  const wanted = voiceId || null
  if (wanted && !(await hasVoice(read, wanted))) refuse('unknown_voice', { field: 'voiceId' })
  const providerVoiceId = await findProviderVoice(read, wanted, usesLiveVoices(services))
  return { systemPrompt, firstMessage, providerVoiceId: providerVoiceId ?? refuse('voice_unavailable') }
}

interface Address {
  conversationId: string
  gatewayId: number
  token: string
}

/** Returns a fresh one-time address of our own; null when the conversation is over or another person's. */
async function issueAddress(
  services: Services,
  userId: string,
  sessionId: string,
  provider?: SignedConversation,
  testWords: TestWords | null = null,
): Promise<Address | null> {
  const token = makeSecret()
  const expiresAt = new Date(services.clock.real().getTime() + addressLifetimeMs)
  const conversation = { id: sessionId, userId, tokenHash: hashSecret(token), expiresAt }
  const set = await setAddress(services.database.step, conversation, provider, testWords)
  return set && { ...set, token }
}

/** Returns a fresh address for a conversation whose connection was lost (D76). */
export async function reconnectConversation(services: Services, person: Person, sessionId: string): Promise<Address> {
  await requireOwnConversation(services.database.read, person, sessionId)
  return (await issueAddress(services, person.id, sessionId)) ?? refuse('session_over')
}

/** Ends and settles a person's conversation, with the same result every time (D77). */
export async function endConversation(services: Services, person: Person, sessionId: string): Promise<ConversationRow> {
  const { database, clock } = services
  const conversation = await requireOwnConversation(database.read, person, sessionId)
  if (conversation.status !== 'active') return conversation
  await endWhereCarried(services, sessionId, 'user')
  // No process carries it, so it ends as far as the last tick recorded it.
  await settleConversation(database.step, { id: sessionId, reason: 'user', at: clock.now() })
  await watchTalk(services, conversation)
  return requireOwnConversation(database.read, person, sessionId)
}

/** Ends a person's live conversation at once, in whichever process carries it (D14). */
export async function endLiveOf(services: Services, userId: string): Promise<void> {
  const sessionId = await findActive(services.database.read, userId)
  if (sessionId) await endWhereCarried(services, sessionId, 'access')
}

/** Does the same for everybody who talks in an organization (D149), or for a person who leaves it (D179). */
export async function endLiveIn(services: Services, organizationId: number, userId?: string): Promise<void> {
  const ids = await listActiveIn(services.database.read, organizationId, userId)
  await Promise.all(ids.map((id) => endWhereCarried(services, id, 'access')))
}
