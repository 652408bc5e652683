import { type Clock, Timers } from '../clock.ts'
import { reconnectDeadlineMs, reconnectRetryMs } from '../constants.ts'
import { isPassing } from '../problems.ts'

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
