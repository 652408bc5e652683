import { defineConfig } from '@playwright/test'

/** One Chromium per worker, and a real server with its stand-ins, which tests/setup/screens.ts starts. */
export default defineConfig({
  testDir: 'tests/screens',
  testMatch: '**/*.spec.ts',
  // One after the other: what moves the clock moves everybody's of its worker, and never back. It comes last.
  projects: [
    { name: 'screens', testIgnore: '**/clock/**' },
    { name: 'clock', testMatch: '**/clock/*.spec.ts' },
  ],
  globalSetup: './tests/setup/screens.ts',
  // Only against what hangs: a machine with much else to do may take ten times as long.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // Two compute while the third waits: half of the stories are conversations in real seconds.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
