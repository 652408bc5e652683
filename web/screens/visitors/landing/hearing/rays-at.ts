import { raysOf } from '../rays.ts'

/** How long the sound of a word rings on. */
const ringMs = 420
/** How long it takes from the top of the ring to its bottom. */
const travelMs = 260

/** Returns the rays at a moment of a sound whose words begin at these times; it runs from the top down both sides. */
export function raysAt(wordStartsMs: readonly number[], ms: number): string {
  return raysOf((turn, ray) => {
    const place = Math.abs(((turn / Math.PI + 1) % 2) - 1)
    const sinceMs = ms - (1 - place) * travelMs
    const start = wordStartsMs.findLast((begins) => begins <= sinceMs)
    const strength = start === undefined ? 0 : Math.exp(-(sinceMs - start) / ringMs)
    return 15 * strength * (0.35 + 0.65 * Math.abs(Math.sin(ray * 1.7 + (start ?? 0)) * Math.cos(ray * 0.53)))
  })
}
