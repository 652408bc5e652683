import * as z from 'zod/mini'
import { WebSocket } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import type { Config } from '../../config.ts'
import { ServiceProblem } from '../../outside.ts'
import { bind } from '../../kernel/bound.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type AgentDefinition, speechModel, toProviderAgent } from './agent.ts'
import { ignoresEvaluation } from './evaluation.ts'
import { conversationRecord, isSignedWebhook, type ProviderRecord, readWebhook, toProviderRecord } from './records.ts'
import * as knowledge from './knowledge.ts'
import { type Reading, readingAnswer, soundFormat, toReading } from './reading.ts'
import { type ConversationResults, resultsRecord, toResults } from './results.ts'
import { type Provider, request, requestBytes, send, VoiceUnavailable } from './requests.ts'
import * as tools from './tools.ts'

const handshakeTimeoutMs = 8000
const checkMs = 5000
/** An answer that is small, and that needs our key. */
const smallRead = '/v1/convai/agents?page_size=1'
/** Nobody waits for what is read aloud beforehand, and the provider may take its time. */
const readingMs = 30_000
/** Its model reads the whole conversation. */
const analysisMs = 30_000
/** Limit of one frame from the provider; sound comes in much smaller chunks. */
const maxProviderFrameBytes = 1024 * 1024

export interface SignedConversation {
  /** Socket address with a signature, used once, and only by the gateway. */
  url: string
  /** The provider names it in advance only for single-use signatures. */
  conversationId: string | null
}

const signedAnswer = z.object({ signed_url: z.url({ protocol: /^wss?$/ }), conversation_id: z.optional(z.string()) })
const createdAnswer = z.object({ agent_id: z.string() })
const agentAnswer = z.object({ platform_settings: z.optional(z.unknown()) })
const listAnswer = z.object({
  agents: z.array(z.object({ agent_id: z.string(), tags: z.optional(z.nullable(z.array(z.string()))) })),
})
const anyAnswer = z.unknown()

export type VoiceProvider = ReturnType<typeof createVoiceProvider>

export function createVoiceProvider(config: Config['voice']) {
  const provider: Provider = { config, breaker: new CircuitBreaker() }
  const calls = {
    isUp,
    probe,
    check,
    signConversation,
    findAgent,
    createAgent,
    updateAgent,
    readVoice,
    listVoices,
    speak,
    readAloud,
    readConversation,
    readResults,
    analyseConversation,
    deleteConversation,
    verifyWebhook,
    findDocument: knowledge.findDocument,
    createTextDocument: knowledge.createTextDocument,
    createPageDocument: knowledge.createPageDocument,
    readDocumentHtml: knowledge.readDocumentHtml,
    updateDocument: knowledge.updateDocument,
    deleteDocument: knowledge.deleteDocument,
    indexDocument: knowledge.indexDocument,
    findPassages: knowledge.findPassages,
    readPassage: knowledge.readPassage,
    findTool: tools.findTool,
    createTool: tools.createTool,
    updateTool: tools.updateTool,
  }
  return { ...bind(provider, calls), connect }
}

/** Returns whether the provider works, judging by its last answers. While it does not, every call fails at once. */
function isUp({ breaker }: Provider): boolean {
  return !breaker.isOpen
}

/** Sends a probe when one is due: soon and then less often during an outage, and after a time without calls. */
async function probe(provider: Provider): Promise<void> {
  // Its failure has been counted.
  if (provider.breaker.takeProbe()) await send(provider, 'GET', smallRead, () => null).catch(() => {})
}

/** Reads something small. Throws a ServiceProblem when the provider does not answer, or refuses our key. */
async function check(provider: Provider): Promise<void> {
  await requestBytes(provider, 'GET', smallRead, () => null, undefined, checkMs).catch((error: unknown) => {
    const status = error instanceof VoiceUnavailable ? error.status : null
    // A full provider answers, and knows our key.
    if (status === 429) return
    throw new ServiceProblem(`ELEVENLABS_API_KEY: ${describeFault(error, status)}`, { cause: error })
  })
}

function describeFault(error: unknown, status: number | null): string {
  if (status === 401 || status === 403) {
    return 'ElevenLabs refuses this key. Copy the current one from its dashboard (Developers, API Keys).'
  }
  const why = error instanceof Error ? error.message : String(error)
  return `ElevenLabs does not answer (${why}). Check that this machine reaches it, and ELEVENLABS_BASE_URL.`
}

async function signConversation(provider: Provider, providerAgentId: string): Promise<SignedConversation> {
  const query = new URLSearchParams({ agent_id: providerAgentId, include_conversation_id: 'true' })
  const path = `/v1/convai/conversation/get-signed-url?${query.toString()}`
  const answer = await request(provider, 'GET', path, signedAnswer)
  const inAddress = new URL(answer.signed_url).searchParams.get('conversation_id')
  return { url: answer.signed_url, conversationId: answer.conversation_id ?? inAddress }
}

/** Returns the id of an agent that was created before; null when there is none. */
async function findAgent(provider: Provider, { id, name }: AgentDefinition): Promise<string | null> {
  const query = new URLSearchParams({ search: name, page_size: '100' })
  const { agents } = await request(provider, 'GET', `/v1/convai/agents?${query.toString()}`, listAnswer)
  return agents.find(({ tags }) => tags?.includes(id))?.agent_id ?? null
}

async function createAgent(provider: Provider, agent: AgentDefinition): Promise<string> {
  const body = { ...toProviderAgent(agent), tags: [agent.id] }
  return (await request(provider, 'POST', '/v1/convai/agents/create', createdAnswer, body)).agent_id
}

/** Replaces what the provider has; what we omit stays unchanged there. Returns whether it judges by our criteria. */
async function updateAgent(
  provider: Provider,
  providerAgentId: string,
  agent: AgentDefinition,
): Promise<{ usesCriteria: boolean }> {
  const path = `/v1/convai/agents/${encodeURIComponent(providerAgentId)}`
  const changed = await request(provider, 'PATCH', path, agentAnswer, toProviderAgent(agent))
  return { usesCriteria: !ignoresEvaluation(changed.platform_settings) }
}

/** Returns a voice of the account; null when it has none of that id. */
async function readVoice(provider: Provider, voiceId: string): Promise<AccountVoice | null> {
  const found = await orNone(request(provider, 'GET', `/v1/voices/${encodeURIComponent(voiceId)}`, voiceAnswer))
  return found && toAccountVoice(found)
}

/** Returns every voice of the account. */
async function listVoices(provider: Provider): Promise<AccountVoice[]> {
  const voices: AccountVoice[] = []
  let token: string | null | undefined
  do {
    const query = new URLSearchParams({ page_size: '100', ...(token ? { next_page_token: token } : {}) })
    const page = await request(provider, 'GET', `/v2/voices?${query.toString()}`, voiceListAnswer)
    voices.push(...page.voices.map(toAccountVoice))
    token = page.has_more ? page.next_page_token : null
  } while (token)
  return voices
}

/** Returns a text read aloud: 16-bit little-endian mono PCM at 16 kHz. The provider charges its characters. */
function speak(provider: Provider, voiceId: string, text: string): Promise<Buffer> {
  const path = `/v1/text-to-speech/${encodeURIComponent(voiceId)}?output_format=pcm_16000`
  return requestBytes(provider, 'POST', path, (bytes) => bytes, { text, model_id: speechModel })
}

/** Returns a text read aloud, with the time of each word. The provider charges its characters. */
async function readAloud(provider: Provider, voiceId: string, text: string): Promise<Reading> {
  const path = `/v1/text-to-speech/${encodeURIComponent(voiceId)}/with-timestamps?output_format=${soundFormat}`
  const body = { text, model_id: speechModel }
  return toReading(await request(provider, 'POST', path, readingAnswer, body, readingMs), text)
}

/** Returns its record of a conversation; null when it has none. */
async function readConversation(provider: Provider, conversationId: string): Promise<ProviderRecord | null> {
  const record = await orNone(request(provider, 'GET', pathOf(conversationId), conversationRecord))
  return record && toProviderRecord(record)
}

/** Returns what it found in a conversation, with the words; null when it has no such conversation. */
async function readResults(provider: Provider, conversationId: string): Promise<ConversationResults | null> {
  const record = await orNone(request(provider, 'GET', pathOf(conversationId), resultsRecord))
  return record && toResults(record)
}

/**
 * Has a finished conversation analysed again, by the agent's settings of now. Returns null when the provider has no such
 * conversation. The provider charges for it.
 */
async function analyseConversation(provider: Provider, conversationId: string): Promise<ConversationResults | null> {
  const path = `${pathOf(conversationId)}/analysis/run`
  const record = await orNone(request(provider, 'POST', path, resultsRecord, undefined, analysisMs))
  return record && toResults(record)
}

/** Deletes a conversation at the provider with all words and sound. One that it does not know counts as deleted. */
async function deleteConversation(provider: Provider, conversationId: string): Promise<void> {
  await orNone(request(provider, 'DELETE', pathOf(conversationId), anyAnswer))
}

/** Returns the content of a webhook; null when it is not the provider's own or not recent. `nowMs` is real time. */
function verifyWebhook(
  { config }: Provider,
  rawBody: Buffer,
  signature: string,
  nowMs: number,
): { record: ProviderRecord | null } | null {
  return isSignedWebhook(config.webhookSecrets, rawBody, signature, nowMs) ? { record: readWebhook(rawBody) } : null
}

/** Opens the conversation socket. Sound hardly shrinks, so compression would only cost time. */
function connect(url: string): WebSocket {
  return new WebSocket(url, [voiceSubprotocol], {
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxProviderFrameBytes,
  })
}

function pathOf(conversationId: string): string {
  return `/v1/convai/conversations/${encodeURIComponent(conversationId)}`
}

/** Returns null for what the provider does not have, which it reports with 404, or 400 and a code of its own. */
async function orNone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof VoiceUnavailable && (error.status === 404 || error.isAboutVoice)) return null
    throw error
  }
}

/** A voice of the provider's account, in its format and in ours. */

const voiceAnswer = z.object({
  voice_id: z.string(),
  name: z.string(),
  category: z.optional(z.nullable(z.string())),
  labels: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  safety_control: z.optional(z.nullable(z.string())),
  sharing: z.optional(
    z.nullable(
      z.object({
        disable_at_unix: z.optional(z.nullable(z.number())),
        live_moderation_enabled: z.optional(z.nullable(z.boolean())),
      }),
    ),
  ),
})

const voiceListAnswer = z.object({
  voices: z.array(voiceAnswer),
  has_more: z.boolean(),
  next_page_token: z.optional(z.nullable(z.string())),
})

interface AccountVoice {
  id: string
  name: string
  category: string
  /** What the provider says of accent, language and the like, in its own words. */
  labels: string
  /** One of the provider's own, which end on 2026-12-31 and are in no account created since March 2026. */
  isPremade: boolean
  isForbidden: boolean
  isModerated: boolean
  /** When its owner withdraws it. */
  endsAt: Date | null
}

/**
 * Returns a voice in our format. Missing fields count as harmless, because the provider omits most of them for the
 * account's own voices.
 */
function toAccountVoice(voice: z.output<typeof voiceAnswer>): AccountVoice {
  const endsAtUnix = voice.sharing?.disable_at_unix
  return {
    id: voice.voice_id,
    name: voice.name,
    category: voice.category ?? '',
    labels: Object.values(voice.labels ?? {}).join(', '),
    isPremade: voice.category === 'premade',
    // Captchas concern the creators of voices; bans and their enterprise forms take a voice away.
    isForbidden: (voice.safety_control ?? '').endsWith('BAN'),
    isModerated: voice.sharing?.live_moderation_enabled === true,
    endsAt: endsAtUnix ? new Date(endsAtUnix * 1000) : null,
  }
}
