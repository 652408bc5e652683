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

  /** Sound that the browser has received and not played yet. */
  get unplayedMs(): number {
    return Math.max(0, this.#audibleUntilMs - this.#nowMs())
  }

  deliver(soundMs: number): void {
    this.#totalMs += soundMs
    this.#audibleUntilMs = Math.max(this.#audibleUntilMs, this.#nowMs()) + soundMs
  }

  /** Sound that was sent ahead of playback is never heard. */
  cutOff(): void {
    this.#totalMs -= this.unplayedMs
    this.#audibleUntilMs = Math.min(this.#audibleUntilMs, this.#nowMs())
  }
}
