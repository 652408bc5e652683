import type { WebSocket } from 'ws'

/** A person's check of the line before a conversation, over a socket that only echoes what it receives. */

export const lineCheckPath = '/voice/check'

const maxOpen = 200
const maxFrames = 20
const maxFrameBytes = 64
const openMs = 10_000

/** How many sockets may be open for a check. More are refused, so that checks cannot keep the process busy. */
export class LineChecks {
  readonly #open = new Set<WebSocket>()

  get isFull(): boolean {
    return this.#open.size >= maxOpen
  }

  /** Echoes every short frame and closes by itself after 10 s. Identifies no one and stores nothing. */
  add(socket: WebSocket): void {
    let frames = 0
    this.#open.add(socket)
    const timer = setTimeout(() => socket.terminate(), openMs)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || data.byteLength > maxFrameBytes || ++frames > maxFrames) socket.close(1008)
      else socket.send(data.toString('utf8'))
    })
    // A broken frame ends the socket, and its close event follows.
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
