/** Runs on the audio thread: queued agent sound to the speaker. Loaded with `?worker&url`. */
import { PlayerCore, type PlayerReport } from './player-core.ts'

declare const sampleRate: number
declare const currentTime: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

export type PlayerCommand =
  | { kind: 'rate'; rateHz: number }
  | { kind: 'play'; eventId: number; samples: Int16Array<ArrayBuffer> }
  | { kind: 'interrupt'; eventId: number }

/** A report with its sample's time on the audio clock, in seconds. */
export type TimedReport = PlayerReport & { time: number }

class PlayerProcessor extends AudioWorkletProcessor {
  readonly #core = new PlayerCore(sampleRate, (report) => {
    const offset = 'offset' in report ? report.offset : 0
    this.port.postMessage({ ...report, time: currentTime + offset / sampleRate } satisfies TimedReport)
  })

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlayerCommand>) => {
      if (data.kind === 'play') this.#core.push(data.eventId, data.samples)
      else if (data.kind === 'interrupt') this.#core.interrupt(data.eventId)
      else this.#core.setRate(data.rateHz)
    }
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]?.[0]
    if (output) this.#core.render(output)
    return true
  }
}

registerProcessor('luna-player', PlayerProcessor)
