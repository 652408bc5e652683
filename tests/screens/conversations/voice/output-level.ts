import { page } from '#tests/screens.ts'

/** Louder than this is speech; the player's own silence is exact zero. */
export const audibleLevel = 0.005

/** Listens at the page's audio output and measures everything connected to the speaker. */
export async function tapOutput(): Promise<void> {
  await page.addInitScript(() => {
    const taps: AnalyserNode[] = []
    const original = AudioNode.prototype.connect as (this: AudioNode, ...args: unknown[]) => unknown
    AudioNode.prototype.connect = function connect(this: AudioNode, ...args: unknown[]) {
      if (args[0] instanceof AudioDestinationNode) {
        const tap = new AnalyserNode(this.context, { fftSize: 2048 })
        original.call(this, tap)
        taps.push(tap)
      }
      return original.apply(this, args)
    } as typeof AudioNode.prototype.connect
    const measure = (tap: AnalyserNode) => {
      const samples = new Float32Array(tap.fftSize)
      tap.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((energy, sample) => energy + sample * sample, 0) / samples.length)
    }
    let loudest = 0
    const outputLevel = () => {
      // A closed context is silent, but its analyser still remembers.
      const level = Math.max(0, ...taps.filter(({ context }) => context.state === 'running').map(measure))
      loudest = Math.max(loudest, level)
      return level
    }
    setInterval(outputLevel, 10)
    Object.assign(window, { outputLevel, loudestOutput: () => loudest })
  })
}

/** Returns the root mean square of the sound at the speaker, 0 to 1: now, or of the loudest moment so far. */
export function outputLevel(of: 'outputLevel' | 'loudestOutput' = 'outputLevel'): Promise<number> {
  return page.evaluate((name) => (window as unknown as Record<string, () => number>)[name]?.() ?? 0, of)
}
