import { type Clock, Timers } from '../clock.ts'
import type { NotedStep } from '../conversation-state.ts'

/** How long a noted step is shown. */
const shownMs = 12_000

/**
 * Shows each noted step for a while. One that the person is at stays until they leave it, so that nothing changes under
 * their pointer or takes their focus; the ones after it wait.
 */
export class NotedSteps {
  readonly #timers: Timers<'shown'>
  readonly #publish: (noted: NotedStep | null) => void
  #waiting: NotedStep[] = []
  #isHeld = false

  constructor(clock: Clock, publish: (noted: NotedStep | null) => void) {
    this.#timers = new Timers(clock)
    this.#publish = publish
  }

  add(noted: NotedStep): void {
    if (this.#isHeld || this.#waiting.length > 0) this.#waiting.push(noted)
    else this.#show(noted)
  }

  /** Reports that the person is at the step that is shown, or has left it. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    if (isHeld) this.#timers.clear('shown')
    else this.#showNextLater()
  }

  /** Shows none, once the conversation is over. */
  stop(): void {
    this.#timers.clear('shown')
    this.#waiting = []
    this.#isHeld = false
    this.#publish(null)
  }

  #show(noted: NotedStep | null): void {
    this.#publish(noted)
    if (noted) this.#showNextLater()
  }

  #showNextLater(): void {
    this.#timers.set('shown', shownMs, () => this.#show(this.#waiting.shift() ?? null))
  }
}
