import type { WebSocket } from 'ws'

/** A person's check of the line before a conversation: a socket like its own, which only answers what it is sent. */

export const lineCheckPath = '/voice/check'

const maxOpen = 200
const maxFrames = 20
const maxFrameBytes = 64
const openMs = 10_000

/** Sockets that are open for a check; more at once are refused, so that nobody keeps the process busy with them. */
export class LineChecks {
  readonly #open = new Set<WebSocket>()

  get isFull(): boolean {
    return this.#open.size >= maxOpen
  }

  /** Sends every short frame back; ends by itself after 10 s. Knows nobody and stores nothing. */
  add(socket: WebSocket): void {
    let frames = 0
    this.#open.add(socket)
    const timer = setTimeout(() => socket.terminate(), openMs)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || data.byteLength > maxFrameBytes || ++frames > maxFrames) socket.close(1008)
      else socket.send(data.toString('utf8'))
    })
    // A broken frame ends the socket, which is told by its close.
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
