/** Runs on the audio thread: next to the speaker it reports when sound begins and ends, and what it was. */

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new (options: TapOptions) => AudioWorkletProcessor): void

interface TapOptions {
  processorOptions: { keepsSound: boolean }
}

export type TapMessage = { kind: 'loudness'; level: 0 | 1 | 2 } | { kind: 'sound'; samples: Int16Array }

/** -60 dB of full scale. */
const audible = 0.001
/** Less than half of the smallest 16-bit step. */
const nothing = 0.000_01
const batchSamples = 2048

class TapProcessor extends AudioWorkletProcessor {
  readonly #keepsSound: boolean
  #level: 0 | 1 | 2 = 0
  #batch = new Int16Array(batchSamples)
  #count = 0

  constructor({ processorOptions }: TapOptions) {
    super()
    this.#keepsSound = processorOptions.keepsSound
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = inputs[0]?.[0]
    if (!samples) return true
    let peak = 0
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    const level = peak > audible ? 2 : peak > nothing ? 1 : 0
    if (level !== this.#level) {
      this.#level = level
      this.port.postMessage({ kind: 'loudness', level } satisfies TapMessage)
    }
    if (this.#keepsSound) this.#keep(samples)
    return true
  }

  #keep(samples: Float32Array): void {
    for (const sample of samples) {
      this.#batch[this.#count++] = Math.round(sample * 32_768)
      if (this.#count < batchSamples) continue
      this.port.postMessage({ kind: 'sound', samples: this.#batch } satisfies TapMessage)
      this.#count = 0
    }
  }
}

registerProcessor('luna-tap', TapProcessor)
