import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { namesTwoHosts } from './own-address.ts'

/** Takes over a connection's upgrade. Returns false when the path is not its own. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/** The HTTP server's upgrades: one listener for all sockets of the product, which offers each to its handlers. */
export class Upgrades {
  readonly #ways: TakeUpgrade[] = []

  add(way: TakeUpgrade): void {
    this.#ways.push(way)
  }

  listen(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      if (namesTwoHosts(request)) refuseUpgrade(socket, 400)
      else if (!this.#ways.some((take) => take(request, socket, head))) refuseUpgrade(socket, 404)
    })
  }
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** Refuses before a socket opens, because accepting and then closing would look like an open socket to clients. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
