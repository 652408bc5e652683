/** The voice provider's stand-in: its REST interface and its conversation socket, with a voice made offline. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { Places } from './conversation/admission.ts'
import type { Agent } from './rest/agents.ts'
import { Conversation } from './conversation/conversation.ts'
import { ConversationLog } from './conversation/conversation-log.ts'
import { initiatedRecord, type ConversationRecord } from './records/conversations.ts'
import { subprotocol } from './conversation/frames.ts'
import { Recogniser, type Recognise } from './hearing/recogniser.ts'
import { Line } from './conversation/line.ts'
import type { KnowledgeDocument } from './knowledge/documents.ts'
import { KnowledgeBase } from './knowledge/knowledge-base.ts'
import { PostCall } from './records/post-call.ts'
import { Records } from './records/records.ts'
import { registerReadAloud } from './rest/read-aloud.ts'
import { registerRoutes, Signatures, type RouteParts } from './rest/routes.ts'
import type { ServiceSwitches, VoiceApiFault } from './service-switches.ts'
import type { Tool } from './tools.ts'
import { Speech } from './speech/speech.ts'
import { Refusal, refuse } from './vendor-errors.ts'
import type { VoiceFault } from './voice-fault.ts'
import { presentVoices, registerVoices } from './rest/voices.ts'
import { WebhookSender } from './records/webhook-sender.ts'

export type { VoiceFault } from './voice-fault.ts'

const keyPattern = /^xi_standin/
const socketPath = '/v1/convai/conversation'
const largestFrameBytes = 1024 * 1024

export interface ElevenLabsOptions {
  /** Folder for the state; made when missing. */
  directory: string
  voiceFault(agentId: string, agentName: string): VoiceFault | null
  /** A fault of the whole REST interface. */
  apiFault(): VoiceApiFault | null
  service(): ServiceSwitches
  /** Signs webhooks. */
  webhookSecret: string
  /** Address of the server that receives the webhooks. */
  appUrl: string
  /** Returns the stand-in's time in ms, which may be moved. */
  now(): number
  /** Returns whether pages may be read from a network address; from public ones only when omitted. */
  mayReach?: (address: string) => boolean
  /** Replaces the stand-in's own ear. */
  recognise?: Recognise
}

export interface ElevenLabsStandin {
  /** The REST paths, from the root. */
  routes: FastifyPluginAsync
  /** Takes an upgrade whose path ends in `/v1/convai/conversation`. Returns false for other paths. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  setAppUrl(url: string): void
  /** Ends every conversation with 1001 and stops the voice. */
  close(): Promise<void>
}

/** Starts the stand-in with the state it finds in `directory`. */
export function elevenLabsStandin(options: ElevenLabsOptions): ElevenLabsStandin {
  const withdrawn = (): readonly string[] => options.service().withdrawnVoices
  const webhooks = new WebhookSender({ secret: options.webhookSecret, appUrl: options.appUrl, now: options.now })
  const hasVoice = (voiceId: string): boolean => presentVoices(withdrawn()).some(({ voice_id: id }) => id === voiceId)
  const parts = openState(options, webhooks, hasVoice)
  const { postCall } = parts
  postCall.finishLeftovers()
  // Two threads, because people in conversations do not wait for what is read aloud.
  const [speech, reading] = [new Speech(), new Speech({ isPatient: true })]
  const recogniser = new Recogniser()
  const places = new Places(() => options.service().concurrency)
  const recognise = options.recognise ?? ownEar(options, recogniser)
  const account = { hasVoice, tool: (id: string) => parts.tools.get(id) }
  const sockets = createSockets()
  const hanging = new Set<ServerResponse>()

  return {
    routes: async (app) => {
      guardInterface(app, options, hanging)
      registerVoices(app, withdrawn)
      registerReadAloud(app, { speech: reading, service: options.service })
      const convai = async (part: FastifyInstance): Promise<void> => {
        part.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }))
        registerRoutes(part, parts)
      }
      await app.register(convai, { prefix: '/v1/convai' })
    },
    handleUpgrade: (request, socket, head) => {
      const url = new URL(request.url ?? '/', 'ws://localhost')
      if (!url.pathname.endsWith(socketPath)) return false
      const opened = openConversation(url, parts)
      if (!opened) {
        refuseUpgrade(socket)
        return true
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const { agent, record } = opened
        const fault = (): VoiceFault | null => options.voiceFault(agent.agent_id, agent.name)
        const log = new ConversationLog(parts.conversations, postCall, record, options.now)
        const line = new Line(webSocket, socket)
        const { knowledge, now } = parts
        const shared = { account, knowledge, now, places, speech, recognise }
        listen(webSocket, new Conversation({ ...shared, agent, line, log, fault }))
      })
      return true
    },
    setAppUrl: (url) => webhooks.setAppUrl(url),
    close: async () => {
      for (const response of hanging) response.destroy()
      await closeAll(sockets)
      postCall.close()
      await Promise.all([speech.close(), reading.close(), recogniser.close(), webhooks.close()])
    },
  }
}

/** Reads the state in `directory`. */
function openState(
  { directory, mayReach, now, service, voiceFault }: ElevenLabsOptions,
  webhooks: WebhookSender,
  hasVoice: (voiceId: string) => boolean,
): RouteParts {
  const agents = new Records<Agent>(join(directory, 'agents'))
  const conversations = new Records<ConversationRecord>(join(directory, 'conversations'))
  const documents = new Records<KnowledgeDocument>(join(directory, 'documents'))
  const tools = new Records<Tool>(join(directory, 'tools'))
  const planBytes = (): number | null => service().knowledgeBytes
  const knowledge = new KnowledgeBase({ documents, agents, planBytes, now })
  const postCall = new PostCall({ records: conversations, agents, webhooks, service })
  const hasDocument = (id: string): boolean => knowledge.get(id) !== undefined
  const account = { hasVoice, hasDocument, hasTool: (id: string) => tools.get(id) !== undefined }
  const signatures = new Signatures()
  return {
    account,
    agents,
    conversations,
    knowledge,
    mayReach,
    now,
    planBytes,
    postCall,
    signatures,
    tools,
    voiceFault,
  }
}

/** Returns the stand-in's own ear, which is deaf while that is switched so. */
function ownEar({ service }: ElevenLabsOptions, recogniser: Recogniser): Recognise {
  return async (samples, topics) => (service().understandsSpeech ? recogniser.recognise(samples, topics) : null)
}

function createSockets(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: largestFrameBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })
}

/** Returns the agent and record of a signed address; null when its signature is not valid. */
function openConversation(url: URL, parts: RouteParts): { agent: Agent; record: ConversationRecord } | null {
  const agentId = url.searchParams.get('agent_id') ?? ''
  const signature = url.searchParams.get('conversation_signature') ?? ''
  const conversationId = parts.signatures.redeem(signature, agentId, parts.now())
  const agent = parts.agents.get(agentId)
  if (!conversationId || !agent) return null
  const record = parts.conversations.get(conversationId) ?? initiatedRecord(agent, conversationId, parts.now())
  return { agent, record }
}

/** Ends every conversation, like a service that stops. */
async function closeAll(sockets: WebSocketServer): Promise<void> {
  const closed = [...sockets.clients].map((client) => new Promise((resolve) => client.once('close', resolve)))
  for (const client of sockets.clients) {
    client.close(1001, 'server is stopping')
    client.terminate()
  }
  await Promise.all(closed)
}

function refuseUpgrade(socket: Duplex): void {
  const body = JSON.stringify({ detail: { status: 'invalid_signature', message: 'The signed URL is not valid.' } })
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}

function listen(webSocket: WebSocket, conversation: Conversation): void {
  webSocket.on('message', (data, isBinary) => conversation.receive(data as Buffer, isBinary))
  webSocket.on('close', (code) => conversation.finish(code))
  // A broken frame closes the socket by itself; without a listener it would end the process.
  webSocket.on('error', () => undefined)
}

function guardInterface(app: FastifyInstance, options: ElevenLabsOptions, hanging: Set<ServerResponse>): void {
  app.addHook('onRequest', async (request, reply) => {
    const fault = options.apiFault()
    if (fault === 'hang') {
      reply.hijack()
      hanging.add(reply.raw)
      reply.raw.once('close', () => hanging.delete(reply.raw))
      return
    }
    if (fault === 'error') refuse(500, 'internal_error', 'An internal error occurred.')
    if (fault === 'unauthorized') refuse(401, 'invalid_api_key', 'Invalid API key')
    if (fault === 'busy') refuse(429, 'too_many_concurrent_requests', 'Too many concurrent requests.')
    const key = request.headers['xi-api-key']
    if (!key) {
      const message = 'Neither authorization header nor xi-api-key received, please provide one.'
      refuse(401, 'needs_authorization', message)
    }
    if (typeof key !== 'string' || !keyPattern.test(key)) {
      refuse(401, 'invalid_api_key', 'Invalid API key')
    }
  })
  app.addHook('onSend', async (request, reply) => {
    // The request was carried out, but the caller does not learn of it.
    if (options.apiFault() === 'lose_answer' && request.method !== 'GET') reply.raw.destroy()
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.httpStatus).send({ detail: error.detail })
    const detail = { status: 'invalid_request', message: error.message }
    return reply.code(error.statusCode ?? 500).send({ detail })
  })
}
