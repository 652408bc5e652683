import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'

/** Half of their time is waiting for the real seconds of conversations, retries and restarts. */
const waiting = {
  maxWorkers: 4,
  sequence: { sequencer: LongestFirst, groupOrder: 1 },
  // They run what Node runs in production; transforming it first costs more.
  experimental: { viteModuleRunner: false },
}
const computing = { maxWorkers: 2, sequence: { sequencer: LongestFirst, groupOrder: 0 } }
/** More than half of their time is waiting for their screens. */
const simulating = { maxWorkers: 4, sequence: { sequencer: LongestFirst, groupOrder: 2 } }
const inRealSeconds = 'tests/calls/{conversations,voice-provider}/**/*.test.ts'
/** They pin what a process has only once: its cost of hashing. */
const isolated = ['server/identity/sign-in/password-hash.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/setup/postgres.ts'],
    setupFiles: ['tests/setup/noise.ts'],
    // Only a test that hangs shall meet it: the slowest that works takes 33 s on two busy cores.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // What is waited for comes in milliseconds; on a busy machine it may take longer.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // A tag is the id of what a test proves, not a word of a list.
    strictTags: false,
    // The closing list of retried tests names their lines.
    includeTaskLocation: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'tests/{tidy,rules}/**/*.test.ts',
          ],
          exclude: isolated,
          isolate: false,
          ...computing,
        },
      },
      { extends: true, test: { name: 'units-isolated', include: isolated, ...computing } },
      // Conversations in real seconds: a machine that stops for a moment can fail one of them (D210).
      {
        extends: true,
        test: { name: 'conversations', include: [inRealSeconds], isolate: false, retry: 1, ...waiting },
      },
      {
        extends: true,
        test: {
          name: 'calls',
          include: ['tests/calls/**/*.test.ts', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [inRealSeconds],
          // Each file has a world of its own; what it imports is the same for all.
          isolate: false,
          ...waiting,
        },
      },
      // The app in simulated documents, without a browser.
      {
        extends: false,
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.ts'],
          globalSetup: ['tests/setup/components.ts'],
          setupFiles: ['tests/setup/noise.ts', 'tests/setup/component-page.ts'],
          env: { TZ: 'Europe/Berlin' },
          pool: 'forks',
          isolate: false,
          // Closed documents are collected only when room becomes scarce.
          execArgv: ['--max-old-space-size=1000'],
          ...simulating,
          strictTags: false,
          testTimeout: 30_000,
          expect: { poll: { timeout: 5000 } },
        },
      },
      // A model against the books: their number comes from the environment.
      {
        extends: true,
        test: { name: 'histories', include: ['tests/histories/**/*.test.ts'], testTimeout: 3_600_000, ...waiting },
      },
      {
        extends: true,
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], retry: 1, ...waiting },
      },
    ],
  },
})
