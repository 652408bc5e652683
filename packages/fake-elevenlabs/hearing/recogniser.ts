/** Hearing: a turn's sound becomes words, through a worker thread that starts with the first turn. */
import { Worker } from 'node:worker_threads'
import { sampleRateHz } from '../speech/speech.ts'
import type { HearingOrder, HearingResult } from './recogniser-worker.ts'

/**
 * Returns the words of one turn; null when they cannot be recognized. The sound is 16 kHz mono; `topics` is what the
 * agent can talk about.
 */
export type Recognise = (samples: Int16Array, topics: string[]) => Promise<string | null>

/** Turns that wait for the one thread. Further ones are not understood, rather than answered late. */
const mostWaiting = 4
/** A longer turn is not a question that this grammar could hold. */
const longestTurnMs = 12_000
/** Quiet at the end of a turn, which holds no words. */
const tailMs = 450

/** Understands one turn at a time; `close` ends its thread. */
export class Recogniser {
  private worker: Worker | undefined
  private orders = 0
  private readonly waiting = new Map<number, (words: string | null) => void>()

  /**
   * Returns the words of one turn at 16 kHz about these topics; null when they cannot be recognized, for whatever
   * reason. The turn includes the quiet that ended it.
   */
  recognise(turn: Int16Array, topics: string[]): Promise<string | null> {
    if (turn.length > (longestTurnMs * sampleRateHz) / 1000 || this.waiting.size >= mostWaiting) {
      return Promise.resolve(null)
    }
    const samples = turn.slice(0, turn.length - (tailMs * sampleRateHz) / 1000)
    const worker = (this.worker ??= this.startWorker())
    const id = (this.orders += 1)
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      worker.postMessage({ id, samples, topics } satisfies HearingOrder, [samples.buffer])
    })
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./recogniser-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', ({ id, words }: HearingResult) => {
      this.waiting.get(id)?.(words)
      this.waiting.delete(id)
    })
    const end = (): void => {
      if (this.worker === worker) this.worker = undefined
      for (const resolve of this.waiting.values()) resolve(null)
      this.waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }
}
