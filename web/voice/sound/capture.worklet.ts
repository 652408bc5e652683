/** Runs on the audio thread: microphone sound in, 16 kHz frames out. Loaded with `?worker&url`. */
import { frameCapacity, Framer } from './framer.ts'

declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** One window of sound; the receiver posts `buffer` back for reuse. */
export interface CapturedFrame {
  buffer: ArrayBuffer
  count: number
  /** Amplitude of the window, 0..1. */
  level: number
}

const quantumSamples = 128

class CaptureProcessor extends AudioWorkletProcessor {
  readonly #free: Int16Array<ArrayBuffer>[] = []
  readonly #silence = new Float32Array(quantumSamples)
  readonly #framer = new Framer(sampleRate, quantumSamples, (samples, count, level) => {
    const frame = this.#free.pop() ?? new Int16Array(frameCapacity)
    frame.set(samples)
    const message: CapturedFrame = { buffer: frame.buffer, count, level }
    this.port.postMessage(message, [frame.buffer])
  })

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#free.push(new Int16Array(data))
  }

  /** A missing input (a paused device) counts as silence, because the provider's clock must go on. */
  process(inputs: Float32Array[][]): boolean {
    const input = inputs[0]?.[0] ?? this.#silence
    for (let at = 0; at < input.length; at += quantumSamples) this.#framer.push(input.subarray(at, at + quantumSamples))
    return true
  }
}

registerProcessor('luna-capture', CaptureProcessor)
