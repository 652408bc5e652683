import { defineConfig } from '@playwright/test'

/** One Chromium, the real server and the stand-ins; tests/screens/fixtures.ts starts them once per worker. */
export default defineConfig({
  testDir: 'tests/screens',
  testMatch: '**/*.spec.ts',
  // One after the other: what moves the clock moves everybody's, and never back. Then everybody's month is renewed.
  projects: [
    { name: 'screens', testIgnore: '**/clock/**' },
    { name: 'clock', testMatch: '**/clock/*.spec.ts', timeout: 180_000 },
  ],
  globalSetup: './tests/setup/screens.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
