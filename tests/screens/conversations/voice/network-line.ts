import net from 'node:net'
import { url } from '../../fixtures.ts'

/** The network between a browser and the server: a plain TCP relay with its own address that a test can cut. */
export class NetworkLine {
  readonly #server = net.createServer((browser) => this.#connect(browser))
  readonly #open = new Set<net.Socket>()
  #isCut = false

  /** Opens the line. Returns its address, under which the whole product is reachable. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.address() as net.AddressInfo
    return `http://127.0.0.1:${port}`
  }

  /** Lets nothing pass from now on, and resets what is open. */
  cut(): void {
    this.#isCut = true
    this.#reset()
  }

  mend(): void {
    this.#isCut = false
  }

  close(): void {
    this.#reset()
    this.#server.close()
  }

  #reset(): void {
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  #connect(browser: net.Socket): void {
    if (this.#isCut) return void browser.resetAndDestroy()
    const server = net.connect(Number(new URL(url).port), '127.0.0.1')
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ] as const) {
      this.#open.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        this.#open.delete(from)
        to.destroy()
      })
    }
    browser.on('data', (chunk) => server.write(chunk))
    server.on('data', (chunk) => browser.write(chunk))
  }
}
