import { maxPatienceMs, speechStartWindows, speechThreshold, turnEndWindows, windowMs } from '../constants.ts'

export type TurnEdge = 'started' | 'stopped'

/**
 * Finds the user's turns in the levels of successive windows (S298, S299). It drives the display, the metrics and the
 * turn signals; sound is always sent, because the provider must hear silence too (D83).
 */
export class SpeechDetector {
  #endWindows = turnEndWindows
  #loud = 0
  #silent = 0
  #speaking = false

  get speaking(): boolean {
    return this.#speaking
  }

  /** Silence that ends a turn. */
  get patienceMs(): number {
    return this.#endWindows * windowMs
  }

  /** Takes the next window's amplitude of 0..1, as `Framer` measures it. */
  hear(level: number): TurnEdge | null {
    if (level >= speechThreshold) {
      this.#silent = 0
      this.#loud++
    } else {
      this.#loud = 0
      this.#silent++
    }
    if (!this.#speaking && this.#loud >= speechStartWindows) {
      this.#speaking = true
      return 'started'
    }
    if (this.#speaking && this.#silent >= this.#endWindows) {
      this.#speaking = false
      return 'stopped'
    }
    return null
  }

  /** Sets the silence that ends a turn: from the seeds' 8 windows up to 1.5 s (D83). */
  setPatience(ms: number): void {
    this.#endWindows = Math.max(turnEndWindows, Math.round(Math.min(ms, maxPatienceMs) / windowMs))
  }

  reset(): void {
    this.#loud = 0
    this.#silent = 0
    this.#speaking = false
  }
}
