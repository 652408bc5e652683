import * as z from 'zod/mini'
import { WebSocket } from 'ws'
import { voiceSubprotocol } from '#contract/voice-socket.ts'
import type { Config } from '../config.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import {
  conversationRecord,
  isSignedWebhook,
  type ProviderRecord,
  readWebhook,
  toProviderRecord,
} from './elevenlabs-records.ts'

/** The only file that knows ElevenLabs' address and key; neither leaves the server (D67). */

const timeoutMs = 8000
const handshakeTimeoutMs = 8000
/** Of one frame from the provider; sound comes in much smaller pieces. */
const maxProviderFrameBytes = 1024 * 1024

/** The provider refused, failed or did not answer. `isBusy` tells a full provider from a broken one. */
export class VoiceUnavailable extends Error {
  readonly isBusy: boolean
  /** With what it answered; null when it did not. */
  readonly status: number | null
  constructor(message: string, status: number | null = null) {
    super(message)
    this.isBusy = status === 429
    this.status = status
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
  /** Socket address with a signature; used once, by the gateway alone. */
  url: string
  /** The provider names it up front only for single-use signatures. */
  conversationId: string | null
}

export interface AgentDefinition {
  /** Ours: by it an agent is found again whose making was not answered. */
  id: string
  name: string
  prompt: string
  firstMessage: string
  voiceId: string | null
  maxDurationSeconds: number
}

const signedAnswer = z.object({ signed_url: z.url({ protocol: /^wss?$/ }), conversation_id: z.optional(z.string()) })
const createdAnswer = z.object({ agent_id: z.string() })
const listAnswer = z.object({
  agents: z.array(z.object({ agent_id: z.string(), tags: z.optional(z.nullable(z.array(z.string()))) })),
})
const anyAnswer = z.unknown()

export type VoiceProvider = ReturnType<typeof createVoiceProvider>

export function createVoiceProvider(config: Config['voice']) {
  const breaker = new CircuitBreaker()

  /** A call that waits for nobody while the provider is away. */
  async function request<S extends z.core.$ZodType>(
    method: string,
    path: string,
    answer: S,
    body?: unknown,
  ): Promise<z.output<S>> {
    if (breaker.isOpen) throw new VoiceUnavailable(`${method} ${path.split('?')[0]}: not asked, it is away`)
    return send(method, path, answer, body)
  }

  /** Every way in which the provider can fail to give a usable answer is the same to the caller. */
  async function send<S extends z.core.$ZodType>(
    method: string,
    path: string,
    answer: S,
    body?: unknown,
  ): Promise<z.output<S>> {
    try {
      const response = await fetch(new URL(path, config.baseUrl), {
        method,
        headers: { 'xi-api-key': config.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const text = await response.text()
      if (!response.ok) throw new VoiceUnavailable(`answered ${response.status}`, response.status)
      const read = z.parse(answer, text === '' ? {} : JSON.parse(text))
      breaker.answered()
      return read
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'no answer'
      const status = error instanceof VoiceUnavailable ? error.status : null
      const failure = new VoiceUnavailable(`${method} ${path.split('?')[0]}: ${reason}`, status)
      if (failure.isOutage) breaker.failed()
      else breaker.answered()
      throw failure
    }
  }

  return {
    /** Whether the provider is there, as far as its last answers tell; while it is not, every call fails at once. */
    isUp: (): boolean => !breaker.isOpen,

    /** Asks how it is when that is due: soon and then less often while it is away, and when nobody has asked anything. */
    probe: async (): Promise<void> => {
      // Its failure has been counted.
      if (breaker.takeProbe()) await send('GET', '/v1/convai/agents?page_size=1', anyAnswer).catch(() => {})
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

async function orNone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof VoiceUnavailable && error.status === 404) return null
    throw error
  }
}

/** The provider keeps no sound, and words no longer than we would by ourselves (D90). */
const privacy = { record_voice: false, retention_days: 90, delete_transcript_and_pii: true, delete_audio: true }

/** Events that the product needs; interruption and correction are not in the provider's default (voice notes 1.4). */
const clientEvents = [
  'audio',
  'interruption',
  'agent_response',
  'agent_response_correction',
  'user_transcript',
  'conversation_initiation_metadata',
  'ping',
]

function toProviderAgent(agent: AgentDefinition): object {
  return {
    name: agent.name,
    conversation_config: {
      agent: {
        first_message: agent.firstMessage,
        language: 'en',
        prompt: { prompt: agent.prompt },
      },
      tts: { ...(agent.voiceId ? { voice_id: agent.voiceId } : {}), agent_output_audio_format: 'pcm_16000' },
      asr: { user_input_audio_format: 'pcm_16000' },
      conversation: { max_duration_seconds: agent.maxDurationSeconds, client_events: clientEvents },
    },
    platform_settings: {
      auth: { enable_auth: true },
      privacy,
      overrides: {
        conversation_config_override: {
          agent: { first_message: true, prompt: { prompt: true } },
          conversation: { max_duration_seconds: true },
        },
      },
    },
  }
}
