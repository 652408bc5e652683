import { costPerMinute } from '../constants.ts'
import type { ConversationApi, EndFigures, SettledSession, StartOptions } from '../conversation-state.ts'
import { endProblem, type Problem } from '../problems.ts'

interface SavedSession {
  settled: SettledSession | null
  problem: Problem | null
}

/** The server's side of one conversation: made once, saved at its end. */
export class Session {
  readonly #api: ConversationApi
  #id: string | null = null
  #saved: Promise<SavedSession> | null = null

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

  /** A fresh address for a running conversation. */
  reconnect(): Promise<{ signedUrl: string }> {
    if (this.#id === null) return Promise.reject(new Error('No session to reconnect'))
    return this.#api.reconnect(this.#id)
  }

  /** Saves the end, once: a later call gets the same answer. Nothing is saved that was never created. Never rejects. */
  save(elapsedSeconds: number): Promise<SavedSession> {
    if (this.#id === null) return Promise.resolve({ settled: null, problem: null })
    this.#saved ??= this.#api.end(this.#id, endFigures(elapsedSeconds)).then(
      (settled) => ({ settled, problem: null }),
      (error: unknown) => ({ settled: null, problem: endProblem(error) }),
    )
    return this.#saved
  }

  /** Saves the end while the page goes away, when nothing can be awaited (D75). */
  saveWhileLeaving(elapsedSeconds: number): void {
    if (this.#id !== null) this.#api.endWithKeepalive(this.#id, endFigures(elapsedSeconds))
  }
}

/** Duration in minutes and its cost at 0.085 a minute (S295, S296). */
function endFigures(elapsedSeconds: number): EndFigures {
  const minutes = elapsedSeconds / 60
  return { duration: minutes, cost: Number((minutes * costPerMinute).toFixed(4)) }
}
