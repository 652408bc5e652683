/** Finds a person's turns in a steady stream of sound, by its energy. */
import { sampleRateHz } from '../speech/speech.ts'

/** Quiet after speech that ends a turn. */
export const endOfTurnQuietMs = 700

const windowMs = 20
const windowSamples = (sampleRateHz * windowMs) / 1000
/** Speech counts from this length on; shorter sounds are clicks and breath. */
const startSpeechMs = 160
const longestTurnMs = 30_000
/** Loudness (RMS, full scale 1) below which nothing counts as speech, however quiet the room is. */
const quietestSpeech = 0.006
/** Speech is this many times louder than the room. */
const speechOverNoise = 3
/** Share by which the room's loudness follows a louder window; a quieter one is adopted at once. */
const noiseRise = 0.02
/** Quiet kept before the start of a turn, so that its first sound is whole. */
const leadInWindows = 15
/** The first 300 ms measure the room, and nobody is heard in them. */
const roomWindows = 15

/** One finished turn; `samples` is its sound with the quiet around it, at 16 kHz. */
export interface HeardTurn {
  speechMs: number
  samples: Int16Array
}

export type TurnSign = { kind: 'started' } | { kind: 'ended'; turn: HeardTurn }

/**
 * Detects turns. Feed it all the sound of one person; it measures time in samples, so delivery in bursts does not
 * matter.
 */
export class TurnDetector {
  private rest = new Int16Array()
  private readonly windows: Int16Array[] = []
  private noise = Infinity
  private windowsHeard = 0
  private speaking = false
  private loudMs = 0
  private quietMs = 0
  private turnMs = 0

  /** Whether a turn has begun and not ended. */
  get inTurn(): boolean {
    return this.speaking
  }

  /** Takes the next samples. Returns the turns that began or ended in them. */
  hear(samples: Int16Array): TurnSign[] {
    const signs: TurnSign[] = []
    const all = new Int16Array(this.rest.length + samples.length)
    all.set(this.rest)
    all.set(samples, this.rest.length)
    let at = 0
    for (; at + windowSamples <= all.length; at += windowSamples) {
      const sign = this.hearWindow(all.slice(at, at + windowSamples))
      if (sign) signs.push(sign)
    }
    this.rest = all.slice(at)
    return signs
  }

  private hearWindow(window: Int16Array): TurnSign | undefined {
    this.windows.push(window)
    const loud = this.isSpeech(loudness(window))
    return this.speaking ? this.continueTurn(loud) : this.awaitTurn(loud)
  }

  private isSpeech(level: number): boolean {
    this.windowsHeard += 1
    const isRoom = this.windowsHeard <= roomWindows
    const loud = !isRoom && level > Math.max(quietestSpeech, this.noise * speechOverNoise)
    // The zeros of a muted microphone say nothing about the room.
    if (level === 0 && !isRoom) return false
    if (level < this.noise) this.noise = level
    else if (!isRoom && !loud) this.noise += (level - this.noise) * noiseRise
    return loud
  }

  private awaitTurn(loud: boolean): TurnSign | undefined {
    // A quiet window cancels two loud ones rather than all, because speech has short gaps within words.
    this.loudMs = loud ? this.loudMs + windowMs : Math.max(0, this.loudMs - 2 * windowMs)
    if (this.loudMs < startSpeechMs) {
      if (this.loudMs === 0) this.windows.splice(0, Math.max(0, this.windows.length - leadInWindows))
      return undefined
    }
    this.speaking = true
    this.quietMs = 0
    this.turnMs = this.loudMs
    return { kind: 'started' }
  }

  private continueTurn(loud: boolean): TurnSign | undefined {
    this.turnMs += windowMs
    this.quietMs = loud ? 0 : this.quietMs + windowMs
    if (this.quietMs < endOfTurnQuietMs && this.turnMs < longestTurnMs) return undefined
    const turn = { speechMs: this.turnMs - this.quietMs, samples: joinWindows(this.windows) }
    // A "turn" that fills the longest time is a noisy room, and its noise becomes the new measure.
    if (this.turnMs >= longestTurnMs) this.noise = loudness(turn.samples)
    this.windows.length = 0
    this.speaking = false
    this.loudMs = 0
    return { kind: 'ended', turn }
  }
}

function loudness(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length) / 32_768
}

function joinWindows(windows: Int16Array[]): Int16Array {
  const joined = new Int16Array(windows.length * windowSamples)
  for (const [index, window] of windows.entries()) joined.set(window, index * windowSamples)
  return joined
}
