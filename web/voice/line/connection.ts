import { type ClientMessage, type ServerMessage, voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { type Clock, Timers } from '../clock.ts'
import {
  busyBufferBytes,
  busyPatienceMs,
  initiationDeadlineMs,
  maxFramesPerSecond,
  silentSocketMs,
  stalledBufferBytes,
} from '../constants.ts'
import { readFrame } from './frames.ts'
import { encodePcm } from '../sound/pcm.ts'
import { type ClosedSocket, stalledCode } from './socket-close.ts'

export interface SocketHandlers {
  onOpen: () => void
  onMessage: (text: string) => void
  /** Called once, even if the socket never opened (1006). */
  onClose: (code: number, reason: string) => void
}

export interface Socket {
  readonly bufferedAmount: number
  send: (text: string) => void
  close: (code: number) => void
}

export type OpenSocket = (url: string, protocol: string, handlers: SocketHandlers) => Socket

export interface ConnectionHandlers {
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
