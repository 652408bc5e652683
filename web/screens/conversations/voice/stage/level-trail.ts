import type { SoundLevels } from '#web/voice/conversation-state.ts'

/** How fast the shown level follows a louder and a quieter sound. */
const attackMs = 45
const releaseMs = 220

/** A later frame than this is drawn as if it came in time, so that nothing jumps after a hidden tab. */
const maxStepMs = 50

const slotMs = 16
const slotCount = 64

/** Loudness on a scale that fits speech: 0 at -50 dB and below, 1 at -12 dB and above. */
const floorDb = -50
const rangeDb = 38
/** A microphone is quieter than a recorded voice. */
const microphoneGainDb = 8

/** Returns how loud a person or the agent sounds, 0 to 1. */
export function loudnessOf(speaker: 'microphone' | 'agent', levels: Readonly<SoundLevels>): number {
  const db = 20 * Math.log10(levels[speaker]) + (speaker === 'microphone' ? microphoneGainDb : 0)
  return Math.min(1, Math.max(0, (db - floorDb) / rangeDb))
}

/** The loudness of the last second. It moves with time and not with frames, so every display shows the same. */
export class LevelTrail {
  readonly #slots = new Float32Array(slotCount)
  #newest = 0
  #overMs = 0
  #level = 0

  /** The smoothed loudness of now, 0 to 1. */
  get level(): number {
    return this.#level
  }

  /** Moves on by `elapsedMs` toward a loudness of 0 to 1. */
  step(elapsedMs: number, loudness: number): void {
    const ms = Math.min(maxStepMs, elapsedMs)
    this.#level += (loudness - this.#level) * (1 - Math.exp(-ms / (loudness > this.#level ? attackMs : releaseMs)))
    for (this.#overMs += ms; this.#overMs >= slotMs; this.#overMs -= slotMs) {
      this.#newest = (this.#newest + 1) % slotCount
      this.#slots[this.#newest] = this.#level
    }
  }

  /** Returns the loudness at a place of the trail, from 0 for now to 1 for a second ago. */
  at(place: number): number {
    const back = Math.round(place * (slotCount - 1))
    return this.#slots[(this.#newest - back + slotCount) % slotCount] ?? 0
  }
}
