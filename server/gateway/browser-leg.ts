import type { WebSocket } from 'ws'

/** What the conversation hears from its browser. */
export interface BrowserEvents {
  onFrame(data: Buffer, isBinary: boolean): void
  /** The client broke the socket's own protocol; the socket is closed already. */
  onBroken(): void
  /** The socket has gone; `isClean` when the client closed it on purpose. */
  onGone(isClean: boolean): void
}

/** A text frame: the provider's are passed on as the bytes that came. */
type Frame = Buffer | string
/** Bytes, too, go as text. */
const asText = { binary: false }

const maxKeptBytes = 4 * 1024 * 1024
/** A browser that reads this slowly is as good as gone. */
const maxBufferedBytes = 8 * 1024 * 1024

/**
 * The browser's end of a conversation. It can go and come back on a fresh address: meanwhile frames are kept, and the
 * newcomer first gets the metadata again, then what it missed (D76).
 */
export class BrowserLeg {
  #events: BrowserEvents
  #socket: WebSocket | null = null
  #metadata: Frame | null = null
  #kept: Frame[] = []
  #keptBytes = 0

  constructor(events: BrowserEvents) {
    this.#events = events
  }

  get isPresent(): boolean {
    return this.#socket !== null
  }

  attach(socket: WebSocket): void {
    const previous = this.#socket
    this.#socket = socket
    previous?.close(1000, 'Continued on another connection')
    socket.on('message', (data, isBinary) => {
      if (this.#socket === socket) this.#events.onFrame(data as Buffer, isBinary)
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
    for (const frame of this.#kept) socket.send(frame, asText)
    this.#kept = []
    this.#keptBytes = 0
  }

  /** The provider's metadata is the first frame that any client gets. */
  sendMetadata(frame: Frame): void {
    this.#metadata = frame
    this.#socket?.send(frame, asText)
  }

  /** Passes a frame on, or keeps it while the browser is away. */
  send(frame: Frame): void {
    if (this.#socket) {
      if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate()
      else this.#socket.send(frame, asText)
    } else if (this.#keptBytes + frame.length <= maxKeptBytes) {
      this.#kept.push(frame)
      this.#keptBytes += frame.length
    }
  }

  close(code: number, reason: string): void {
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close(code, reason)
    // A client that does not answer the closing handshake must not keep the process.
    setTimeout(() => socket.terminate(), 5000).unref()
  }
}
