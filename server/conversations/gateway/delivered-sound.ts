/** How much of the agent's sound a browser received, in milliseconds, without what an interruption cut off (D85). */
export class DeliveredSound {
  #nowMs: () => number
  #totalMs = 0
  #audibleUntilMs = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get totalMs(): number {
    return this.#totalMs
  }

  deliver(soundMs: number): void {
    this.#totalMs += soundMs
    this.#audibleUntilMs = Math.max(this.#audibleUntilMs, this.#nowMs()) + soundMs
  }

  /** Sound that was sent ahead of playback is never heard. */
  cutOff(): void {
    const nowMs = this.#nowMs()
    this.#totalMs -= Math.max(0, this.#audibleUntilMs - nowMs)
    this.#audibleUntilMs = Math.min(this.#audibleUntilMs, nowMs)
  }
}
