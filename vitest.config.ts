import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['tests/setup/postgres.ts'],
    setupFiles: ['tests/setup/noise.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for comes in milliseconds; on a busy machine it may take longer.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // Two cores: more files at once only make each other wait.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'calls', include: ['tests/calls/**/*.test.ts', 'tests/standins/**/*.test.ts'] } },
      // A model against the books: their number comes from the environment.
      { extends: true, test: { name: 'histories', include: ['tests/histories/**/*.test.ts'], testTimeout: 3_600_000 } },
      { extends: true, test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 90_000 } },
    ],
  },
})
