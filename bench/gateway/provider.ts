import http from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { playInRealTime, SoundSink, SoundSource, sharedNowMs, type Took } from './sound.ts'

/**
 * A voice provider for the bench, as a process of its own: the real one's signed addresses, socket and records, with a
 * recording instead of a voice, so that the gateway is measured and no synthesis.
 */

const pingEveryMs = 2000

/** Orders of the bench, each answered by one message. */
export type ProviderOrder =
  /** Stops all sound, so that what is under way arrives. */
  | { order: 'hush' }
  /** Returns a `ProviderReport` and drops conversations that have ended. */
  | { order: 'report' }

export interface ProviderReport {
  conversations: {
    id: string
    sent: number
    received: number
    misplaced: number
    /** From the metadata to the close; null while it lasts. */
    lastedMs: number | null
    took: Took[]
  }[]
}

interface Conversation {
  id: string
  source: SoundSource
  sink: SoundSink
  beganAtMs: number | null
  lastedMs: number | null
  hush(): void
}

const conversations = new Map<string, Conversation>()
/** How long each ended conversation lasted, for its record. */
const lasted = new Map<string, number>()
let issued = 0

const server = http.createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer(new URL(request.url ?? '/', `http://${request.headers.host}`))))
})

function answer({ pathname, searchParams, host }: URL): unknown {
  const [, recordId] = /\/conversations\/(\w+)$/.exec(pathname) ?? []
  if (recordId) return record(recordId)
  if (!pathname.endsWith('/get-signed-url')) return { agent_id: 'agent_bench' }
  const id = `conv_${++issued}`
  const query = new URLSearchParams({ agent_id: searchParams.get('agent_id') ?? '', conversation_signature: id })
  return { signed_url: `ws://${host}/v1/convai/conversation?${query.toString()}`, conversation_id: id }
}

function record(id: string): unknown {
  const ms = lasted.get(id)
  const status = ms === undefined ? 'in-progress' : 'done'
  return { conversation_id: id, status, metadata: { call_duration_secs: Math.round((ms ?? 0) / 1000) } }
}

const sockets = new WebSocketServer({
  server,
  perMessageDeflate: false,
  handleProtocols: (offered) => (offered.has(voiceSubprotocol) ? voiceSubprotocol : false),
})
sockets.on('connection', (socket, request) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://provider')
  converse(socket, searchParams.get('conversation_signature') ?? '')
})

function converse(socket: WebSocket, id: string): void {
  const conversation: Conversation = {
    id,
    source: new SoundSource(),
    sink: new SoundSink(),
    beganAtMs: null,
    lastedMs: null,
    hush: () => {},
  }
  conversations.set(id, conversation)
  let pings = 0
  const pinging = setInterval(() => {
    socket.send(JSON.stringify({ ping_event: { event_id: ++pings, ping_ms: null }, type: 'ping' }))
  }, pingEveryMs)
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString('utf8')) as { user_audio_chunk?: string; type?: string }
    if (frame.user_audio_chunk !== undefined) conversation.sink.take(frame.user_audio_chunk)
    else if (frame.type === 'conversation_initiation_client_data') begin(socket, conversation)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(pinging)
    conversation.hush()
    conversation.lastedMs = conversation.beganAtMs === null ? 0 : sharedNowMs() - conversation.beganAtMs
    lasted.set(id, conversation.lastedMs)
  })
}

/** Names the formats, then speaks for as long as the conversation lasts. Keys come in the real provider's order. */
function begin(socket: WebSocket, conversation: Conversation): void {
  const formats = { agent_output_audio_format: 'pcm_16000', user_input_audio_format: 'pcm_16000' }
  const metadata = { conversation_id: conversation.id, ...formats }
  socket.send(
    JSON.stringify({ conversation_initiation_metadata_event: metadata, type: 'conversation_initiation_metadata' }),
  )
  conversation.beganAtMs = sharedNowMs()
  const words = { agent_response: 'This is a recording.', event_id: 1 }
  socket.send(JSON.stringify({ agent_response_event: words, type: 'agent_response' }))
  conversation.hush = playInRealTime(() => {
    const sound = { audio_base_64: conversation.source.next(), event_id: 1 }
    socket.send(JSON.stringify({ audio_event: sound, type: 'audio' }))
  })
}

function report(): ProviderReport {
  const all = [...conversations.values()]
  for (const { id, lastedMs } of all) if (lastedMs !== null) conversations.delete(id)
  return {
    conversations: all.map(({ id, source, sink, lastedMs }) => ({
      id,
      sent: source.sent,
      received: sink.received,
      misplaced: sink.misplaced,
      lastedMs,
      took: sink.took,
    })),
  }
}

process.on('message', ({ order }: ProviderOrder) => {
  if (order === 'hush') for (const conversation of conversations.values()) conversation.hush()
  process.send?.(order === 'report' ? report() : {})
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: true, port: typeof address === 'object' && address ? address.port : 0 })
})
