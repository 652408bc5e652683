import { defineConfig } from '@playwright/test'

// Node reads TypeScript itself. Playwright would compile it again in each worker, for eight seconds of processor time.
process.env.PW_DISABLE_TS_ESM = '1'

/** Pages in Chromium without a server: the built bundle, whose calls the tests answer (tests/pages). */
export default defineConfig({
  testMatch: ['tests/pages/**/*.spec.ts', 'tests/looks/**/*.spec.ts'],
  globalSetup: './tests/setup/pages.ts',
  fullyParallel: true,
  // Only against hanging: a busy machine may take ten times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Playwright soon checks only every half second, so each worker waits for much of its time.
  workers: 4,
  // What passes at the second attempt is listed, and more than three fail the run (D210).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results/pages',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
