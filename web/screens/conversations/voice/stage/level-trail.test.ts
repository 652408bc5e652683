import { describe, expect, it } from 'vitest'
import { noSound } from '#web/voice/conversation-state.ts'
import { LevelTrail, loudnessOf } from './level-trail.ts'

it.each([
  ['agent', 0.003, 0],
  ['agent', 0.02, 0.42],
  ['agent', 0.25, 1],
  ['agent', 1, 1],
  ['microphone', 0.001, 0],
  ['microphone', 0.02, 0.63],
  ['microphone', 0.1, 1],
] as const)('the rays show the %s with an amplitude of %s as %s', (speaker, amplitude, loudness) => {
  expect(loudnessOf(speaker, { ...noSound(), [speaker]: amplitude })).toBeCloseTo(loudness, 2)
})

/** Returns the trail after a second of sound and as long of silence, drawn at this rate. */
function drawnAt(framesPerSecond: number): LevelTrail {
  const trail = new LevelTrail()
  for (let frame = 0; frame < framesPerSecond; frame++) trail.step(1000 / framesPerSecond, 1)
  for (let frame = 0; frame < framesPerSecond / 4; frame++) trail.step(1000 / framesPerSecond, 0)
  return trail
}

describe('the trail of the last second', () => {
  it('rises within a tenth of a second and falls more slowly', () => {
    const trail = new LevelTrail()
    for (let frame = 0; frame < 6; frame++) trail.step(16, 1)
    expect(trail.level).toBeGreaterThan(0.85)
    for (let frame = 0; frame < 6; frame++) trail.step(16, 0)
    expect(trail.level).toBeGreaterThan(0.5)
  })

  it('keeps what was loud before: newest first, oldest last', () => {
    const trail = drawnAt(60)
    expect(trail.at(0)).toBeLessThan(0.4)
    expect(trail.at(0.5)).toBeGreaterThan(0.95)
  })

  it.each([30, 60, 120])('shows the same at %s frames a second', (rate) => {
    const [trail, reference] = [drawnAt(rate), drawnAt(1000)]
    for (const place of [0, 0.1, 0.3, 0.6, 1]) expect(Math.abs(trail.at(place) - reference.at(place))).toBeLessThan(0.1)
  })

  it('does not jump after a tab was hidden', () => {
    const trail = new LevelTrail()
    trail.step(60_000, 1)
    expect(trail.at(0.1)).toBe(0)
  })
})
