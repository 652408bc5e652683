import { type ClientMessage, type ServerMessage, voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { type Clock, Timers } from '../clock.ts'
import {
  busyBufferBytes,
  busyPatienceMs,
  initiationDeadlineMs,
  maxFramesPerSecond,
  reconnectDeadlineMs,
  reconnectRetryMs,
  silentSocketMs,
  stalledBufferBytes,
} from '../constants.ts'
import { isPassing } from '../problems.ts'
import { encodePcm } from '../sound/pcm.ts'
import { type ClosedSocket, stalledCode } from './socket-close.ts'

export interface SocketHandlers {
  onOpen: () => void
  onMessage: (text: string) => void
  /** Called once, even if the socket never opened (1006). */
  onClose: (code: number, reason: string) => void
}

interface Socket {
  readonly bufferedAmount: number
  send: (text: string) => void
  close: (code: number) => void
}

export type OpenSocket = (url: string, protocol: string, handlers: SocketHandlers) => Socket

interface ConnectionHandlers {
  onMessage: (message: ServerMessage) => void
  /** A frame of unknown kind or broken shape (D80). */
  onUnknown: () => void
  /** The provider has measured the round trip. */
  onPing: (pingMs: number) => void
  /** The socket closed without a call of `close`. */
  onClosed: (closed: ClosedSocket) => void
}

/**
 * One voice socket: sends the initiation first (as soon as the microphone is ready, at most 500 ms after opening, D82),
 * answers pings at once, keeps the send queue short and detects a dead connection.
 */
export class Connection {
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #handlers: ConnectionHandlers
  readonly #timers: Timers<'initiation'>
  #opened = false
  #initiated = false
  #closed = false
  #watching = false
  #heardAt = 0
  /** Since when more than 64 kB have waited to be sent; null otherwise. */
  #busySince: number | null = null
  #secondBeganAt = 0
  #framesInSecond = 0

  constructor(
    { openSocket, clock }: { openSocket: OpenSocket; clock: Clock },
    url: string,
    microphoneReady: Promise<void>,
    handlers: ConnectionHandlers,
  ) {
    this.#clock = clock
    this.#timers = new Timers(clock)
    this.#handlers = handlers
    this.#socket = openSocket(url, voiceSubprotocol, {
      onOpen: () => this.#onOpen(microphoneReady),
      onMessage: (text) => this.#onMessage(text),
      onClose: (code, reason) => this.#gone(code, reason),
    })
  }

  send(message: ClientMessage): void {
    if (this.#initiated && !this.#closed) this.#socket.send(JSON.stringify(message))
  }

  /**
   * Sends one window. Silence is skipped while more than 64 kB have waited for half a second. The connection is given
   * up above 128 kB, and after 15 s without a frame from a socket that is watched or that has let more than 64 kB wait
   * that long.
   */
  sendSound(samples: Int16Array, silent: boolean): void {
    if (!this.#initiated || this.#closed) return
    const now = this.#clock.now()
    const waitingBytes = this.#socket.bufferedAmount
    this.#busySince = waitingBytes > busyBufferBytes ? (this.#busySince ?? now) : null
    const busy = this.#busySince !== null && now - this.#busySince >= busyPatienceMs
    // The provider's queue may stay silent, but what is sent to it leaves this browser.
    const silentSince = this.#watching ? this.#heardAt : Math.max(this.#heardAt, this.#busySince ?? now)
    const dead = now - silentSince > silentSocketMs
    if ((busy && waitingBytes > stalledBufferBytes) || dead) {
      this.#socket.close(stalledCode)
      this.#gone(stalledCode, 'stalled')
    } else if ((!silent || !busy) && this.#isInTime(now)) {
      this.#socket.send(`{"user_audio_chunk":"${encodePcm(samples)}"}`)
    }
  }

  /**
   * Returns whether a frame may be sent now; after a halt of the page all missed frames come at once, and the gateway
   * would take them for an attack.
   */
  #isInTime(now: number): boolean {
    if (now - this.#secondBeganAt >= 1000) {
      this.#secondBeganAt = now
      this.#framesInSecond = 0
    }
    return ++this.#framesInSecond <= maxFramesPerSecond
  }

  /** Switches the 15 s watch on (a conversation ticks every 5 s) or off (a queue may stay silent). */
  watch(on: boolean): void {
    this.#watching = on
    this.#heardAt = this.#clock.now()
  }

  /** Closes it with 1000; no handler is called afterward. */
  close(): void {
    if (this.#closed) return
    this.#shut()
    this.#socket.close(1000)
  }

  #onOpen(microphoneReady: Promise<void>): void {
    if (this.#closed) return
    this.#opened = true
    this.#timers.set('initiation', initiationDeadlineMs, () => this.#initiate())
    microphoneReady.then(
      () => this.#initiate(),
      () => {},
    )
  }

  #initiate(): void {
    this.#timers.clear('initiation')
    if (this.#initiated || this.#closed) return
    this.#initiated = true
    this.send({ type: 'conversation_initiation_client_data' })
  }

  #onMessage(text: string): void {
    if (this.#closed) return
    this.#heardAt = this.#clock.now()
    const message = readFrame(text)
    if (message?.type === 'ping') {
      // The initiation must be the first frame, so an earlier ping brings it forward.
      this.#initiate()
      const { event_id, ping_ms: pingMs } = message.ping_event
      this.send({ type: 'pong', event_id })
      if (typeof pingMs === 'number') this.#handlers.onPing(pingMs)
    } else if (message) this.#handlers.onMessage(message)
    else this.#handlers.onUnknown()
  }

  #gone(code: number, reason: string): void {
    if (this.#closed) return
    this.#shut()
    this.#handlers.onClosed({ opened: this.#opened, code, reason })
  }

  #shut(): void {
    this.#closed = true
    this.#timers.clearAll()
  }
}

type FieldTypes = Record<string, 'string' | 'number'>

/** The payload of every kind we act on, with its required fields. */
const payloads: Record<Exclude<ServerMessage['type'], 'error'>, [key: string, fields: FieldTypes]> = {
  conversation_initiation_metadata: ['conversation_initiation_metadata_event', { conversation_id: 'string' }],
  audio: ['audio_event', { audio_base_64: 'string', event_id: 'number' }],
  audio_event: ['audio_event', { audio_base_64: 'string', event_id: 'number' }],
  agent_response: ['agent_response_event', { agent_response: 'string' }],
  agent_response_correction: ['agent_response_correction_event', { corrected_agent_response: 'string' }],
  user_transcript: ['user_transcription_event', { user_transcript: 'string' }],
  interruption: ['interruption_event', { event_id: 'number' }],
  ping: ['ping_event', { event_id: 'number' }],
  queue_status: ['queue_status_event', { status: 'string' }],
  session_tick: ['session_tick_event', { used_seconds: 'number', seconds_left: 'number' }],
  session_warning: ['session_warning_event', { seconds_left: 'number' }],
  session_idle: ['session_idle_event', { seconds_left: 'number' }],
  step_noted: ['step_noted_event', { id: 'string', title: 'string', state: 'string' }],
  session_ended: ['session_ended_event', { reason: 'string' }],
}

/** Parses one frame; null for an unknown kind or a wrong shape, which the caller counts (D80). */
function readFrame(text: string): ServerMessage | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(frame) || typeof frame.type !== 'string') return null
  if (frame.type === 'error') return frame as unknown as ServerMessage
  if (!Object.hasOwn(payloads, frame.type)) return null
  const [key, fields] = payloads[frame.type as keyof typeof payloads]
  const payload = frame[key]
  if (!isRecord(payload)) return null
  for (const [field, type] of Object.entries(fields)) if (typeof payload[field] !== type) return null
  return frame as unknown as ServerMessage
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

interface ReconnectionHandlers {
  askAddress: () => Promise<{ signedUrl: string }>
  onAddress: (signedUrl: string) => void
  /** No connection within 10 s, or the server refused. */
  onLost: () => void
}

/**
 * The quiet retry after a lost socket: one new address, requested again every second while network or server are down,
 * and at most 10 s until the conversation is connected again (D76).
 */
export class Reconnection {
  readonly #timers: Timers<'deadline' | 'retry'>
  readonly #handlers: ReconnectionHandlers
  /** Distinguishes an answer to this attempt from one that arrives after `stop`. */
  #attempt = 0

  constructor(clock: Clock, handlers: ReconnectionHandlers) {
    this.#timers = new Timers(clock)
    this.#handlers = handlers
  }

  start(): void {
    this.stop()
    this.#timers.set('deadline', reconnectDeadlineMs, () => this.#lose())
    void this.#ask(this.#attempt)
  }

  /** Stops when the conversation is connected again, or over. */
  stop(): void {
    this.#attempt++
    this.#timers.clearAll()
  }

  async #ask(attempt: number): Promise<void> {
    try {
      const { signedUrl } = await this.#handlers.askAddress()
      if (attempt === this.#attempt) this.#handlers.onAddress(signedUrl)
    } catch (error) {
      if (attempt !== this.#attempt) return
      if (isPassing(error)) this.#timers.set('retry', reconnectRetryMs, () => void this.#ask(attempt))
      else this.#lose()
    }
  }

  #lose(): void {
    this.stop()
    this.#handlers.onLost()
  }
}
