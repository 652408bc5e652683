import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ElevenLabsOptions } from '../plugin.ts'
import { usualService } from '../service-switches.ts'
import { removeState, startStandin, type TestStandin } from './voice-client.ts'

/** Runs a stand-in for the tests of a file, each of which begins without faults. */
export function standinOfFile(options: Partial<ElevenLabsOptions> = {}): TestStandin {
  const standin = {} as TestStandin
  beforeAll(async () => {
    Object.assign(standin, await startStandin(options))
  })
  afterEach(() => {
    Object.assign(standin.faults, { voice: null, api: null, service: usualService, clockMs: 0 })
  })
  afterAll(async () => {
    await standin.close()
    removeState(standin)
  })
  return standin
}
