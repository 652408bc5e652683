import * as z from 'zod/mini'
import { WebSocket } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import type { Config } from '../../config.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type AgentDefinition, speechModel, toProviderAgent } from './agent.ts'
import { conversationRecord, isSignedWebhook, type ProviderRecord, readWebhook, toProviderRecord } from './records.ts'
import { type AccountVoice, toAccountVoice, voiceAnswer, voiceListAnswer } from './voices.ts'

/** The only file that knows ElevenLabs' address and key; neither leaves the server (D67). */

const timeoutMs = 8000
const handshakeTimeoutMs = 8000
/** Limit of one frame from the provider; sound comes in much smaller chunks. */
const maxProviderFrameBytes = 1024 * 1024

/** The provider refused, failed or did not answer. `isBusy` distinguishes a full provider from a broken one. */
export class VoiceUnavailable extends Error {
  readonly isBusy: boolean
  /** With what it answered; null when it did not. */
  readonly status: number | null
  /** Its own word for what is wrong, such as `voice_not_found`. */
  readonly code: string | null
  constructor(message: string, status: number | null = null, code: string | null = null) {
    super(message)
    this.isBusy = status === 429
    this.status = status
    this.code = code
  }

  /** Whether it is the voice that it does not have, or does not let us use. */
  get isAboutVoice(): boolean {
    return this.code !== null && /^voice_(not_found|does_not_exist|access_denied)$/.test(this.code)
  }

  /** Whether the same may work later; a refused key or value stays refused. */
  get isPassing(): boolean {
    return this.isOutage || this.isBusy
  }

  /** Whether it did not answer at all, or failed by itself. */
  get isOutage(): boolean {
    return this.status === null || this.status >= 500
  }
}

export interface SignedConversation {
  /** Socket address with a signature, used once, and only by the gateway. */
  url: string
  /** The provider names it in advance only for single-use signatures. */
  conversationId: string | null
}

const signedAnswer = z.object({ signed_url: z.url({ protocol: /^wss?$/ }), conversation_id: z.optional(z.string()) })
const createdAnswer = z.object({ agent_id: z.string() })
const listAnswer = z.object({
  agents: z.array(z.object({ agent_id: z.string(), tags: z.optional(z.nullable(z.array(z.string()))) })),
})
const anyAnswer = z.unknown()
const refusalAnswer = z.object({
  detail: z.object({ code: z.optional(z.string()), status: z.optional(z.string()) }),
})

export type VoiceProvider = ReturnType<typeof createVoiceProvider>

export function createVoiceProvider(config: Config['voice']) {
  const breaker = new CircuitBreaker()

  /** Makes a call, which fails at once while the provider is away. */
  async function request<S extends z.core.$ZodType>(
    method: string,
    path: string,
    answer: S,
    body?: unknown,
  ): Promise<z.output<S>> {
    return requestBytes(method, path, (bytes) => readJson(answer, bytes), body)
  }

  async function requestBytes<T>(method: string, path: string, read: (bytes: Buffer) => T, body?: unknown): Promise<T> {
    if (breaker.isOpen) throw new VoiceUnavailable(`${method} ${path.split('?')[0]}: not asked, it is away`)
    return send(method, path, read, body)
  }

  /** Every way in which the provider can fail to give a usable answer is the same to the caller. */
  async function send<T>(method: string, path: string, read: (bytes: Buffer) => T, body?: unknown): Promise<T> {
    try {
      const response = await fetch(new URL(path, config.baseUrl), {
        method,
        headers: { 'xi-api-key': config.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!response.ok) throw new VoiceUnavailable(`answered ${response.status}`, response.status, codeOf(bytes))
      const value = read(bytes)
      breaker.answered()
      return value
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'no answer'
      const { status, code } = error instanceof VoiceUnavailable ? error : { status: null, code: null }
      const failure = new VoiceUnavailable(`${method} ${path.split('?')[0]}: ${reason}`, status, code)
      if (failure.isOutage) breaker.failed()
      else breaker.answered()
      throw failure
    }
  }

  return {
    /** Whether the provider works, judging by its last answers; while it does not, every call fails at once. */
    isUp: (): boolean => !breaker.isOpen,

    /** Sends a probe when one is due: soon and then less often while it is away, and after a time without calls. */
    probe: async (): Promise<void> => {
      // Its failure has been counted.
      if (breaker.takeProbe()) await send('GET', '/v1/convai/agents?page_size=1', () => null).catch(() => {})
    },

    signConversation: async (providerAgentId: string): Promise<SignedConversation> => {
      const query = new URLSearchParams({ agent_id: providerAgentId, include_conversation_id: 'true' })
      const path = `/v1/convai/conversation/get-signed-url?${query.toString()}`
      const answer = await request('GET', path, signedAnswer)
      const inAddress = new URL(answer.signed_url).searchParams.get('conversation_id')
      return { url: answer.signed_url, conversationId: answer.conversation_id ?? inAddress }
    },

    /** The id of an agent that was made before; null when none was. */
    findAgent: async ({ id, name }: AgentDefinition): Promise<string | null> => {
      const query = new URLSearchParams({ search: name, page_size: '100' })
      const { agents } = await request('GET', `/v1/convai/agents?${query.toString()}`, listAnswer)
      return agents.find(({ tags }) => tags?.includes(id))?.agent_id ?? null
    },

    createAgent: async (agent: AgentDefinition): Promise<string> => {
      const body = { ...toProviderAgent(agent), tags: [agent.id] }
      return (await request('POST', '/v1/convai/agents/create', createdAnswer, body)).agent_id
    },

    /** Takes the place of what the provider had; what we do not say stays as it is there. */
    updateAgent: async (providerAgentId: string, agent: AgentDefinition): Promise<void> => {
      const path = `/v1/convai/agents/${encodeURIComponent(providerAgentId)}`
      await request('PATCH', path, createdAnswer, toProviderAgent(agent))
    },

    /** A voice of the account; null when it has none of that id. */
    readVoice: async (voiceId: string): Promise<AccountVoice | null> => {
      const found = await orNone(request('GET', `/v1/voices/${encodeURIComponent(voiceId)}`, voiceAnswer))
      return found && toAccountVoice(found)
    },

    /** Every voice of the account. */
    listVoices: async (): Promise<AccountVoice[]> => {
      const voices: AccountVoice[] = []
      let token: string | null | undefined
      do {
        const query = new URLSearchParams({ page_size: '100', ...(token ? { next_page_token: token } : {}) })
        const page = await request('GET', `/v2/voices?${query.toString()}`, voiceListAnswer)
        voices.push(...page.voices.map(toAccountVoice))
        token = page.has_more ? page.next_page_token : null
      } while (token)
      return voices
    },

    /** A text read aloud: 16-bit little-endian mono PCM at 16 kHz. The provider charges its characters. */
    speak: (voiceId: string, text: string): Promise<Buffer> => {
      const path = `/v1/text-to-speech/${encodeURIComponent(voiceId)}?output_format=pcm_16000`
      return requestBytes('POST', path, (bytes) => bytes, { text, model_id: speechModel })
    },

    /** Its record of a conversation; null when it has none. */
    readConversation: async (conversationId: string): Promise<ProviderRecord | null> => {
      const record = await orNone(request('GET', pathOf(conversationId), conversationRecord))
      return record && toProviderRecord(record)
    },

    /** Has it forget a conversation with all that was said and heard; one that it does not know is forgotten. */
    forgetConversation: async (conversationId: string): Promise<void> => {
      await orNone(request('DELETE', pathOf(conversationId), anyAnswer))
    },

    /** What a webhook says; null when it is not the provider's own of this moment. `nowMs` is real time. */
    verifyWebhook: (rawBody: Buffer, signature: string, nowMs: number): { record: ProviderRecord | null } | null =>
      isSignedWebhook(config.webhookSecrets, rawBody, signature, nowMs) ? { record: readWebhook(rawBody) } : null,

    /** Opens the conversation socket; sound hardly shrinks, so compression would only cost time. */
    connect: (url: string): WebSocket =>
      new WebSocket(url, [voiceSubprotocol], {
        perMessageDeflate: false,
        handshakeTimeout: handshakeTimeoutMs,
        maxPayload: maxProviderFrameBytes,
      }),
  }
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

function readJson<S extends z.core.$ZodType>(answer: S, bytes: Buffer): z.output<S> {
  return z.parse(answer, bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8')))
}

/** What a refusal calls itself: `detail.code` since 2026, `detail.status` before; null where it says nothing. */
function codeOf(bytes: Buffer): string | null {
  try {
    const { detail } = refusalAnswer.parse(JSON.parse(bytes.toString('utf8')))
    return detail.code ?? detail.status ?? null
  } catch {
    return null
  }
}
