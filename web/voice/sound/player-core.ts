import {
  defaultPlaybackRateHz,
  fadeMs,
  maxPrerollMs,
  minPrerollMs,
  prerollStepMs,
  responsePauseMs,
} from '../constants.ts'
import { Resampler } from './resampler.ts'

/** What the player reports; `offset` is the sample within the block just rendered. */
export type PlayerReport =
  | { kind: 'started'; eventId: number; offset: number }
  | { kind: 'playing'; eventId: number; playedMs: number; level: number }
  | { kind: 'silent'; interrupted: boolean; offset: number }

interface Chunk {
  eventId: number
  samples: Int16Array
  /** Samples already taken. */
  taken: number
}

/** How often the position is reported. */
const reportMs = 50

/** Most samples resampled in one go. */
const pullSamples = 128

/**
 * Plays the agent's sound without gaps and falls silent at once when interrupted (D81, D85).
 *
 * All sound of one agent response has one event id. Within a response chunks join seamlessly, between two responses
 * there is a pause of 200 ms, and sound at or below an interrupted id is never played. It is independent of the
 * browser: `render` is called for every block that the device needs. Allocates nothing per block.
 */
export class PlayerCore {
  readonly #outputRateHz: number
  readonly #report: (report: PlayerReport) => void
  readonly #fadeSamples: number
  #inputRateHz = defaultPlaybackRateHz
  #resampler: Resampler
  #queue: Chunk[] = []
  readonly #piece = new Float32Array(pullSamples)
  /** Resampled sound not yet played. */
  #ready: Float32Array
  #readyFrom = 0
  #readyTo = 0

  #eventId = -1
  #interruptedId = -1
  #playing = false
  #flushing = false
  /** Whether the listener was told that sound is playing. */
  #told = false
  #gain = 0
  #prerollMs = minPrerollMs
  /** Time since the queue got its first chunk, and since the last sound, in output samples. */
  #waited = 0
  #silent = 0
  #played = 0
  #energy = 0
  #energySamples = 0

  constructor(outputRateHz: number, report: (report: PlayerReport) => void) {
    this.#outputRateHz = outputRateHz
    this.#report = report
    this.#fadeSamples = this.#outputSamples(fadeMs)
    this.#resampler = new Resampler(this.#inputRateHz, outputRateHz)
    this.#ready = new Float32Array(this.#resampler.maxOutput(pullSamples))
  }

  /** Sets the rate of the sound pushed from now on, as named in the provider's metadata (D84). */
  setRate(inputRateHz: number): void {
    if (inputRateHz === this.#inputRateHz) return
    this.#inputRateHz = inputRateHz
    this.#resampler = new Resampler(inputRateHz, this.#outputRateHz)
    this.#ready = new Float32Array(this.#resampler.maxOutput(pullSamples))
    this.#readyFrom = this.#readyTo = 0
  }

  /** Queues sound of one response. */
  push(eventId: number, samples: Int16Array): void {
    if (eventId <= this.#interruptedId || samples.length === 0) return
    const ranDry = eventId === this.#eventId && !this.#playing && this.#queue.length === 0
    if (ranDry) this.#prerollMs = Math.min(maxPrerollMs, this.#prerollMs + prerollStepMs)
    this.#queue.push({ eventId, samples, taken: 0 })
  }

  /** Fades out within 5 ms and drops everything at or below `eventId`, now and in the future (D85). */
  interrupt(eventId: number): void {
    this.#interruptedId = Math.max(this.#interruptedId, eventId)
    const stops = this.#playing && this.#eventId <= this.#interruptedId
    const tail = stops ? this.#fadeTail() : []
    this.#queue = [...tail, ...this.#queue.filter((chunk) => chunk.eventId > this.#interruptedId)]
    if (stops) this.#flushing = true
    else if (!this.#playing && this.#told) this.#notifySilent(true, 0)
  }

  /** Fills `output` completely. */
  render(output: Float32Array): void {
    if (!this.#playing && this.#mayStart()) this.#start()
    let left = this.#playing ? this.#leftUpTo(output.length + this.#fadeSamples) : 0
    let at = 0
    while (at < output.length && this.#playing) {
      if (this.#readyFrom === this.#readyTo && !this.#pull()) {
        this.#stop(at)
        break
      }
      this.#gain = Math.min(this.#gain + 1 / this.#fadeSamples, Math.max(0, left) / this.#fadeSamples, 1)
      const sample = this.#ready[this.#readyFrom++]! * this.#gain
      output[at++] = sample
      this.#energy += sample * sample
      left--
    }
    output.fill(0, at)
    this.#account(at, output.length)
  }

  #mayStart(): boolean {
    const next = this.#queue[0]
    if (!next) return false
    const follows = this.#eventId >= 0 && next.eventId !== this.#eventId && !this.#flushing
    if (follows && this.#silent < this.#outputSamples(responsePauseMs)) return false
    const preroll = this.#outputSamples(this.#prerollMs)
    return this.#waited >= preroll || this.#queuedOf(next.eventId, preroll) >= preroll
  }

  #start(): void {
    const eventId = this.#queue[0]!.eventId
    if (eventId !== this.#eventId) this.#played = 0
    this.#eventId = eventId
    this.#playing = true
    this.#flushing = false
    this.#told = true
    this.#gain = 0
    this.#resampler.reset()
    this.#report({ kind: 'started', eventId, offset: 0 })
  }

  #stop(offset: number): void {
    this.#playing = false
    this.#silent = 0
    this.#waited = 0
    if (this.#flushing) this.#notifySilent(true, offset)
  }

  #notifySilent(interrupted: boolean, offset: number): void {
    this.#told = false
    this.#flushing = interrupted
    this.#report({ kind: 'silent', interrupted, offset })
  }

  /** Resamples the next piece of the playing response; false if there is no more. */
  #pull(): boolean {
    this.#readyFrom = this.#readyTo = 0
    while (this.#readyTo === 0) {
      const chunk = this.#queue[0]
      if (!chunk || chunk.eventId !== this.#eventId) return false
      const count = Math.min(pullSamples, chunk.samples.length - chunk.taken)
      for (let at = 0; at < count; at++) this.#piece[at] = chunk.samples[chunk.taken + at]! / 32_768
      chunk.taken += count
      if (chunk.taken === chunk.samples.length) this.#queue.shift()
      this.#readyTo = this.#resampler.process(this.#piece.subarray(0, count), this.#ready)
    }
    return true
  }

  /** Returns the end of the fade-out: the rest of the response, cut to 5 ms. */
  #fadeTail(): Chunk[] {
    this.#readyTo = Math.min(this.#readyTo, this.#readyFrom + this.#fadeSamples)
    const missing = this.#fadeSamples - (this.#readyTo - this.#readyFrom)
    let count = Math.ceil((missing * this.#inputRateHz) / this.#outputRateHz)
    const tail: Chunk[] = []
    for (const chunk of this.#queue) {
      if (count <= 0 || chunk.eventId !== this.#eventId) break
      const samples = chunk.samples.subarray(0, chunk.taken + count)
      count -= samples.length - chunk.taken
      tail.push({ ...chunk, samples })
    }
    return tail
  }

  /** Returns how many output samples the playing response still has, counted up to `limit`. */
  #leftUpTo(limit: number): number {
    return this.#readyTo - this.#readyFrom + this.#queuedOf(this.#eventId, limit)
  }

  #queuedOf(eventId: number, limit: number): number {
    let samples = 0
    for (const chunk of this.#queue) {
      if (chunk.eventId !== eventId || samples >= limit) break
      samples += ((chunk.samples.length - chunk.taken) * this.#outputRateHz) / this.#inputRateHz
    }
    return samples
  }

  #account(sounding: number, total: number): void {
    this.#played += sounding
    this.#silent += total - sounding
    this.#waited = this.#queue.length > 0 ? this.#waited + total - sounding : 0
    if (this.#told && !this.#playing && this.#queue.length === 0) {
      if (this.#silent >= this.#outputSamples(responsePauseMs)) this.#notifySilent(false, 0)
    }
    if (!this.#told) return
    this.#energySamples += total
    if (this.#energySamples < this.#outputSamples(reportMs)) return
    const level = Math.sqrt((2 * this.#energy) / this.#energySamples)
    this.#energy = this.#energySamples = 0
    this.#report({
      kind: 'playing',
      eventId: this.#eventId,
      playedMs: (this.#played / this.#outputRateHz) * 1000,
      level,
    })
  }

  #outputSamples(ms: number): number {
    return Math.round((ms * this.#outputRateHz) / 1000)
  }
}
