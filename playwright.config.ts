import { defineConfig } from '@playwright/test'

// Node reads TypeScript itself. Playwright would compile it again in each worker, for eight seconds of processor time.
process.env.PW_DISABLE_TS_ESM = '1'

/** One Chromium per worker, and a real server with its stand-ins, which tests/setup/screens.ts starts. */
export default defineConfig({
  testMatch: ['tests/screens/**/*.spec.ts', 'bench/voice-lab/*.spec.ts'],
  projects: [
    { name: 'screens', testIgnore: '**/clock/**' },
    // Last: moving the clock moves it for everybody of the worker, and never back.
    { name: 'clock', testMatch: '**/clock/*.spec.ts' },
  ],
  globalSetup: './tests/setup/screens.ts',
  // Only against hanging: a busy machine may take ten times as long.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  workers: 3,
  // What passes at the second attempt is listed, and more than three fail the run (D210).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
