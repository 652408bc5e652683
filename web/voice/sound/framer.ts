import { captureRateHz, usualDeviceRateHz, windowSamples } from '../constants.ts'
import { toInt16 } from './pcm.ts'
import { Resampler } from './resampler.ts'

/** Samples of a full frame, rounded up: frames hold 341, 341 and 342 samples in turn. */
const frameCapacity = Math.ceil((windowSamples * captureRateHz) / usualDeviceRateHz)

/** Must copy the frame's samples out of the shared array before the next window overwrites them. */
export type TakeFrame = (samples: Int16Array<ArrayBuffer>, count: number, level: number) => void

/**
 * Cuts the device's sound into frames of one window at 16 kHz. Windows end on the output side, so that one frame is
 * exactly 1024 samples of a 48 kHz device and 21.33 ms of any other. Allocates nothing after construction.
 */
export class Framer {
  readonly #resampler: Resampler
  readonly #resampled: Float32Array
  readonly #frame = new Int16Array(frameCapacity)
  readonly #take: TakeFrame
  #count = 0
  #energy = 0
  /** Counts three frames in turn; the third has the extra sample. */
  #turn = 0

  constructor(deviceRateHz: number, maxBlockSamples: number, take: TakeFrame) {
    this.#resampler = new Resampler(deviceRateHz, captureRateHz)
    this.#resampled = new Float32Array(this.#resampler.maxOutput(maxBlockSamples))
    this.#take = take
  }

  /** Takes the next block of device sound, at most `maxBlockSamples` long. */
  push(block: Float32Array): void {
    const count = this.#resampler.process(block, this.#resampled)
    for (let at = 0; at < count; at++) {
      const sample = this.#resampled[at]!
      this.#frame[this.#count++] = toInt16(sample)
      this.#energy += sample * sample
      if (this.#count === (this.#turn === 2 ? frameCapacity : frameCapacity - 1)) this.#finish()
    }
  }

  #finish(): void {
    this.#take(this.#frame, this.#count, toneAmplitude(this.#energy, this.#count))
    this.#count = 0
    this.#energy = 0
    this.#turn = (this.#turn + 1) % 3
  }
}

/**
 * Returns the amplitude of the sine with this energy: the seeds' 0.003 is an amplitude, and a mean is steadier than a
 * peak (S298).
 */
function toneAmplitude(energy: number, count: number): number {
  return Math.sqrt((2 * energy) / count)
}
