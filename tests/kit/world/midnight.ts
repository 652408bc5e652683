import type { World } from './world.ts'

const dayMs = 24 * 60 * 60_000

/** Days begin at midnight UTC, and a test that counts them must not run across it: moves business time past it. */
export async function passMidnight(world: World): Promise<void> {
  const leftMs = dayMs - (world.clock.now().getTime() % dayMs)
  if (leftMs < 120_000) await world.control({ advance: 'PT2M' })
}
