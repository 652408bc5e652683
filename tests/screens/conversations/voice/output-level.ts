import type { Page } from '@playwright/test'

/** A period of sound at the speaker, on the page's audio clock; pauses of half a second and more separate two. */
interface Stretch {
  fromSeconds: number
  toSeconds: number
}

interface Heard {
  nowSeconds: number
  stretches: Stretch[]
  /** When the page learned that the person interrupts. */
  interruptedSeconds: number[]
  /** The largest share that a tone of 1 kHz ever had in the sound, 0 to 1: the sound of the stand-in's faults. */
  toneShare: number
}

/** Listens at the page's audio output and measures everything connected to the speaker. */
export async function tapOutput(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Louder than this is speech; the player's own silence is exact zero.
    const audibleLevel = 0.005
    const pauseSeconds = 0.5
    const taps: AnalyserNode[] = []
    const heard: Heard = { nowSeconds: 0, stretches: [], interruptedSeconds: [], toneShare: 0 }

    const original = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => unknown
    AudioNode.prototype.connect = function connect(this: AudioNode, ...args: unknown[]) {
      if (args[0] instanceof AudioDestinationNode) {
        const tap = new AnalyserNode(this.context, { fftSize: 2048 })
        original.call(this, tap)
        taps.push(tap)
      }
      return original.apply(this, args)
    } as typeof AudioNode.prototype.connect
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        this.addEventListener('message', ({ data }) => {
          const { currentTime = 0 } = taps.at(-1)?.context ?? {}
          if (String(data).includes('"type":"interruption"')) heard.interruptedSeconds.push(currentTime)
        })
      }
    }

    function measure(tap: AnalyserNode): number {
      const samples = new Float32Array(tap.fftSize)
      tap.getFloatTimeDomainData(samples)
      let [energy, real, imaginary] = [0, 0, 0]
      for (const [at, sample] of samples.entries()) {
        const angle = (2 * Math.PI * 1000 * at) / tap.context.sampleRate
        energy += sample * sample
        real += sample * Math.cos(angle)
        imaginary += sample * Math.sin(angle)
      }
      const level = Math.sqrt(energy / samples.length)
      if (level <= audibleLevel) return level
      heard.toneShare = Math.max(heard.toneShare, (2 * (real ** 2 + imaginary ** 2)) / (energy * samples.length))
      const { currentTime } = tap.context
      const last = heard.stretches.at(-1)
      if (last && currentTime >= last.toSeconds && currentTime < last.toSeconds + pauseSeconds)
        last.toSeconds = currentTime
      else heard.stretches.push({ fromSeconds: currentTime, toSeconds: currentTime })
      return level
    }

    // A closed context is silent, but its analyser still remembers.
    const outputLevel = () =>
      Math.max(0, ...taps.filter((tap) => tap.context.state === 'running').map((tap) => measure(tap)))
    setInterval(outputLevel, 10)
    Object.assign(window, {
      outputLevel,
      heard: () => ({ ...heard, nowSeconds: taps.at(-1)?.context.currentTime ?? 0 }),
    })
  })
}

/** Returns the root mean square of the current sound at the speaker, 0 to 1. */
export function outputLevel(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { outputLevel(): number }).outputLevel())
}

/** Returns everything that went to the speaker so far. */
export function heardOf(page: Page): Promise<Heard> {
  return page.evaluate(() => (window as unknown as { heard(): Heard }).heard())
}
