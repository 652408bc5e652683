import type { Page } from '@playwright/test'

/** Listens at the page's audio output: whatever is connected to the speaker is measured on the way. */
export async function tapOutput(page: Page): Promise<void> {
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
    Object.assign(window, {
      outputLevel: () =>
        Math.max(
          0,
          ...taps.map((tap) => {
            // A closed context is silent; its analyser only remembers.
            if (tap.context.state !== 'running') return 0
            const samples = new Float32Array(tap.fftSize)
            tap.getFloatTimeDomainData(samples)
            return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
          }),
        ),
    })
  })
}

/** Root mean square of what is going to the speaker now, 0 to 1. */
export function outputLevel(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { outputLevel(): number }).outputLevel())
}
