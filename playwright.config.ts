import fs from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

const durations = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'tests/durations.json'), 'utf8')) as Record<
  string,
  number
>

/** Files that take so long that the other workers would be idle when they come last. */
const long = Object.keys(durations).filter(
  (file) =>
    /^(tests\/screens|bench\/voice-lab)\/(?!.*\/clock\/|frame\/layout-shift)/.test(file) &&
    (durations[file] ?? 0) >= 30,
)

/** Visits every screen: it computes for minutes, and would take the processor from conversations. */
const visits = '**/frame/layout-shift.spec.ts'

/** One Chromium per worker, and a real server with its stand-ins, which tests/setup/screens.ts starts. */
export default defineConfig({
  testMatch: ['tests/screens/**/*.spec.ts', 'bench/voice-lab/*.spec.ts'],
  projects: [
    { name: 'long', testMatch: long.map((file) => `**/${file}`) },
    { name: 'screens', testIgnore: ['**/clock/**', visits, ...long.map((file) => `**/${file}`)] },
    { name: 'visits', testMatch: visits },
    // Last: moving the clock moves it for everybody of the worker, and never back.
    { name: 'clock', testMatch: '**/clock/*.spec.ts' },
  ],
  globalSetup: './tests/setup/screens.ts',
  // Only against hanging: a busy machine may take ten times as long.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // Two workers compute while the others wait, because half of the stories are conversations in real seconds.
  workers: 4,
  // What passes at the second attempt is listed, and more than three fail the run (D210).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { locale: 'en-US', timezoneId: 'Europe/Berlin', trace: 'off', screenshot: 'only-on-failure' },
})
