import type { WebSocket } from 'ws'

/** A person's check of the line before a conversation: a socket like its own, which only answers what it is sent. */

export const lineCheckPath = '/voice/check'

const maxOpen = 200
const maxFrames = 20
const maxFrameBytes = 64
const openMs = 10_000

/** Sockets that may be open for a check; more at once are refused, so that checks cannot keep the process busy. */
export class LineChecks {
  readonly #open = new Set<WebSocket>()

  get isFull(): boolean {
    return this.#open.size >= maxOpen
  }

  /** Sends every short frame back and ends by itself after 10 s. Identifies no one and stores nothing. */
  add(socket: WebSocket): void {
    let frames = 0
    this.#open.add(socket)
    const timer = setTimeout(() => socket.terminate(), openMs)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || data.byteLength > maxFrameBytes || ++frames > maxFrames) socket.close(1008)
      else socket.send(data.toString('utf8'))
    })
    // A broken frame ends the socket; its close event follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      this.#open.delete(socket)
    })
  }

  close(): void {
    for (const socket of this.#open) socket.terminate()
  }
}
