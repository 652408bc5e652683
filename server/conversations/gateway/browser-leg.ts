import { WebSocket } from 'ws'
import type { Clock } from '../../clock.ts'

/** Events of the browser's end. */
export interface BrowserEvents {
  onFrame(data: Buffer, isBinary: boolean): void
  /** The client violated the WebSocket protocol; the socket is already closed. */
  onBroken(): void
  /** The socket has closed; `isClean` when the client closed it on purpose. */
  onGone(isClean: boolean): void
  /** The socket is open, but its other end answers no pings and was last heard `unheardMs` ago. */
  onSilent(unheardMs: number): void
  /** The line answers again, and `soundMs` of sound that was kept meanwhile is being sent. */
  onHeard(soundMs: number): void
}

/** A text frame. The provider's frames are passed on as the bytes that arrived. */
type Frame = Buffer | string
/** Sends bytes as text, too. */
const asText = { binary: false }

const maxKeptBytes = 4 * 1024 * 1024
/** A browser that reads this slowly is treated as gone. */
const maxBufferedBytes = 8 * 1024 * 1024
const pingMs = 2500
/** A line is dead after this many consecutive pings without an answer: 5 to 7.5 s after the last byte. */
const maxUnanswered = 2

/**
 * The browser's end of a conversation. It can leave and return on a new address, or fall silent and be heard again.
 * Meanwhile frames are kept; a new socket first receives the metadata again, then what was missed (D76).
 */
export class BrowserLeg {
  #nowMs: () => number
  #events: BrowserEvents
  #socket: WebSocket | null = null
  #isSilent = false
  #unanswered = 0
  #heardAtMs = 0
  #stopPings: () => void
  #metadata: Frame | null = null
  #kept: { frame: Frame; soundMs: number }[] = []
  #keptBytes = 0

  constructor(clock: Pick<Clock, 'every' | 'monotonicMs'>, events: BrowserEvents) {
    this.#nowMs = clock.monotonicMs
    this.#events = events
    this.#stopPings = clock.every(pingMs, () => this.#ping())
  }

  /** Whether what is sent now is delivered, as far as can be known. */
  get isAlive(): boolean {
    return this.#socket !== null && !this.#isSilent
  }

  /** Takes a socket. Returns how much kept sound is sent now, in milliseconds. */
  attach(socket: WebSocket): number {
    const previous = this.#socket
    this.#socket = socket
    this.#isSilent = false
    this.#signOfLife()
    previous?.close(1000, 'Continued on another connection')
    socket.on('message', (data, isBinary) => {
      if (this.#socket !== socket) return
      this.#heard()
      this.#events.onFrame(data as Buffer, isBinary)
    })
    socket.on('pong', () => {
      if (this.#socket === socket) this.#heard()
    })
    socket.on('error', (error: Error & { code?: string }) => {
      if (this.#socket === socket && error.code?.startsWith('WS_ERR_')) this.#events.onBroken()
    })
    socket.on('close', (code) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#events.onGone(code === 1000)
    })
    if (this.#metadata) socket.send(this.#metadata, asText)
    return this.#deliverKept(socket)
  }

  /** Sends the provider's metadata, which is the first frame that every client receives. */
  sendMetadata(frame: Frame): void {
    this.#metadata = frame
    if (this.isAlive) this.#socket?.send(frame, asText)
  }

  /** Passes on a frame with this much sound, or keeps it while the line is dead. Returns whether it was passed on. */
  send(frame: Frame, soundMs = 0): boolean {
    const socket = this.#socket
    if (socket && !this.#isSilent) {
      const isReading = socket.bufferedAmount <= maxBufferedBytes
      if (isReading) socket.send(frame, asText)
      else socket.terminate()
      return isReading
    }
    if (this.#keptBytes + frame.length <= maxKeptBytes) {
      this.#kept.push({ frame, soundMs })
      this.#keptBytes += frame.length
    }
    return false
  }

  /** Drops the agent's sound that was kept. */
  dropSound(): void {
    this.#kept = this.#kept.filter(({ soundMs }) => soundMs === 0)
  }

  close(code: number, reason: string): void {
    this.#stopPings()
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close(code, reason)
    // A client that does not answer the closing handshake must not keep the process running.
    setTimeout(() => socket.terminate(), 5000).unref()
  }

  #ping(): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    if (this.#unanswered >= maxUnanswered && !this.#isSilent) {
      this.#isSilent = true
      this.#events.onSilent(this.#nowMs() - this.#heardAtMs)
    }
    this.#unanswered++
    socket.ping()
  }

  #signOfLife(): void {
    this.#unanswered = 0
    this.#heardAtMs = this.#nowMs()
  }

  #heard(): void {
    this.#signOfLife()
    if (!this.#isSilent || !this.#socket) return
    this.#isSilent = false
    this.#events.onHeard(this.#deliverKept(this.#socket))
  }

  #deliverKept(socket: WebSocket): number {
    let soundMs = 0
    for (const kept of this.#kept) {
      socket.send(kept.frame, asText)
      soundMs += kept.soundMs
    }
    this.#kept = []
    this.#keptBytes = 0
    return soundMs
  }
}
