import { costPerMinute } from '../constants.ts'
import type { ConversationApi, EndFigures, SettledConversation, StartOptions } from '../conversation-state.ts'
import { endProblem, type Problem } from '../problems.ts'

interface SavedEnd {
  settled: SettledConversation | null
  problem: Problem | null
}

/** The server's side of one conversation: created once, saved at its end. */
export class ServerConversation {
  readonly #api: ConversationApi
  #id: string | null = null
  #saved: Promise<SavedEnd> | null = null

  constructor(api: ConversationApi) {
    this.#api = api
  }

  /** @throws what the server answered, for `startProblem` */
  async create(agentId: string, { endOther, resumeOf }: StartOptions): ReturnType<ConversationApi['start']> {
    if (endOther) await this.#api.end(endOther, endFigures(0))
    const started = await this.#api.start(agentId, resumeOf)
    this.#id = started.id
    return started
  }

  /** Returns a new address for a running conversation. */
  reconnect(): Promise<{ signedUrl: string }> {
    if (this.#id === null) return Promise.reject(new Error('No session to reconnect'))
    return this.#api.reconnect(this.#id)
  }

  /**
   * Saves the end once: a later call gets the same answer, and without a session there is nothing to save. Never
   * rejects.
   */
  save(elapsedSeconds: number): Promise<SavedEnd> {
    if (this.#id === null) return Promise.resolve({ settled: null, problem: null })
    this.#saved ??= this.#api.end(this.#id, endFigures(elapsedSeconds)).then(
      (settled) => ({ settled, problem: null }),
      (error: unknown) => ({ settled: null, problem: endProblem(error) }),
    )
    return this.#saved
  }

  /** Saves the end while the page is being left, when nothing can be awaited (D75). */
  saveWhileLeaving(elapsedSeconds: number): void {
    if (this.#id !== null) this.#api.endWithKeepalive(this.#id, endFigures(elapsedSeconds))
  }
}

/** Returns the duration in minutes and its cost at 0.085 a minute (S295, S296). */
function endFigures(elapsedSeconds: number): EndFigures {
  const minutes = elapsedSeconds / 60
  return { duration: minutes, cost: Math.round(minutes * costPerMinute * 10_000) / 10_000 }
}
