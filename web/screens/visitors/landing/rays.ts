/** Rays around an agent's picture; one path around the origin. */

const rayCount = 96
const innerRadius = 64
const restLength = 2.5

/** Returns the rays of a picture that stands still: calm, a phrase, calm. */
export const stillRays = raysOf((turn, ray) => {
  const phrase = Math.max(0, Math.cos(turn)) ** 1.4 + 0.5 * Math.max(0, -Math.cos(turn)) ** 3
  return 15 * phrase * Math.abs(Math.sin(ray * 1.7) * Math.cos(ray * 0.53))
})

/** Returns rays of these lengths, each beyond its rest. */
export function raysOf(lengthAt: (turn: number, ray: number) => number): string {
  return Array.from({ length: rayCount }, (_, ray) => {
    const turn = (ray / rayCount) * Math.PI * 2
    const outer = innerRadius + restLength + lengthAt(turn, ray)
    const [sin, cos] = [Math.sin(turn), -Math.cos(turn)]
    const at = (radius: number) => `${(sin * radius).toFixed(1)} ${(cos * radius).toFixed(1)}`
    return `M${at(innerRadius)}L${at(outer)}`
  }).join('')
}
