import { onTestFinished } from 'vitest'
import type { World } from './world.ts'

/** Makes the limits of a world as strict as in life, with no end of their windows, until the test is over. */
export function useStrictLimits({ services, clock }: World, factor = 1): void {
  const { config } = services
  const usual = config.rateLimitFactor
  config.rateLimitFactor = factor
  clock.holdReal()
  onTestFinished(() => {
    config.rateLimitFactor = usual
    clock.releaseReal()
  })
}
