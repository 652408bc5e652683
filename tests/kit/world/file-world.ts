import { afterAll } from 'vitest'
import { usualService } from '@luna/fake-elevenlabs/service-switches.ts'
import { closeUnbroken, expectInvariants } from './invariants.ts'
import { lateRecords, openWorld, type World } from './world.ts'

const usualSwitches = {
  nextCardOutcome: null,
  webhooks: 'deliver',
  apiFault: { stripe: null, elevenlabs: null },
  voiceService: { ...usualService, ...lateRecords.voiceService },
}

/** A world for one test file, with consistent books at the end unless it breaks them on purpose. */
export async function ownWorld(env: Record<string, string> = {}, { breaksBooks = false } = {}): Promise<World> {
  const world = await openWorld(env)
  afterAll(() => (breaksBooks ? world.close() : closeUnbroken(world)))
  return world
}

let shared: Promise<World> | null = null

/**
 * Returns the world that the files of a worker share, for tests that need only people and organizations of their own.
 * After each file its books must be consistent, held time goes on, and the stand-ins get their first switches back. What
 * cannot be taken back (business time, lost events, the settings, a message to everybody, a stopped server), and what counts or lists
 * everything, needs a world of its own.
 */
export async function sharedWorld(): Promise<World> {
  shared ??= openWorld()
  const world = await shared
  afterAll(async () => {
    world.clock.release()
    await world.control(usualSwitches)
    await expectInvariants(world)
  })
  const control = (switches: object) => {
    if ('advance' in switches || ('webhooks' in switches && switches.webhooks === 'drop'))
      throw new Error('Time and lost events never come back: open a world with ownWorld().')
    return world.control(switches)
  }
  return { ...world, control, close: () => Promise.reject(new Error('Other files share this world.')) }
}
