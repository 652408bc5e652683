import { defineConfig } from '@playwright/test'

/** Pages in Chromium without a server: the built bundle, whose calls the tests answer (tests/pages). */
export default defineConfig({
  testDir: 'tests/pages',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/setup/pages.ts',
  fullyParallel: true,
  // Only against hanging: a busy machine may take ten times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Playwright soon checks only every half second, so each worker waits for much of its time.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results/pages',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
