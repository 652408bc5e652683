/** Runs on the audio thread: microphone sound in, 16 kHz frames out. Loaded with `?worker&url`. */
import { Framer } from './framer.ts'

declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** One window of sound. */
export interface CapturedFrame {
  samples: Int16Array<ArrayBuffer>
  /** Amplitude of the window, 0..1. */
  level: number
}

const quantumSamples = 128

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #silence = new Float32Array(quantumSamples)
  // Frames that came back for reuse would cost both threads more than new ones, which are 47 a second.
  readonly #framer = new Framer(sampleRate, quantumSamples, (window, count, level) => {
    const samples = window.slice(0, count)
    this.port.postMessage({ samples, level } satisfies CapturedFrame, [samples.buffer])
  })

  /** A missing input (a paused device) counts as silence, because the provider's clock must go on. */
  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0]?.[0] ?? this.#silence
    for (let at = 0; at < input.length; at += quantumSamples) this.#framer.push(input.subarray(at, at + quantumSamples))
    return true
  }
}

registerProcessor('luna-capture', CaptureProcessor)
