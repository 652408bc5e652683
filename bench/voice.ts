import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { prepareChromium } from '../scripts/lib/chromium.mjs'
import { percentile, type Row } from './report.ts'

const conversations = 8
const turns = 3
const speech = path.resolve(import.meta.dirname, '../tests/fixtures/question.wav')

/** Names of the engine's own measures in the browser's performance timeline, with the goals for this machine. */
const figures = [
  { metric: 'luna:click_to_connected', name: 'click to connected', goal: 'p95 <= 150 ms' },
  { metric: 'luna:message_to_sound', name: 'message to first sample', goal: 'p95 <= 20 ms + pre-roll' },
  { metric: 'luna:interruption_to_silence', name: 'interruption to silence in the graph', goal: 'p95 <= 15 ms' },
]

/** Holds several conversations through the whole product in Chromium and reads what the engine measured. */
export async function benchVoice(url: string): Promise<Row[]> {
  const prepared = await prepareChromium()
  const browser = await chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...(process.env as Record<string, string>), ...prepared.env },
    args: [
      ...prepared.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${speech}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await signIn(page)
  const measured = new Map<string, number[]>()
  for (let i = 0; i < conversations; i++) await converse(page, i === 0)
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('measure').map(({ name, duration }) => ({ name, duration })),
  )
  for (const { name, duration } of entries) measured.set(name, [...(measured.get(name) ?? []), duration])
  await browser.close()
  return figures.flatMap(({ metric, name, goal }) => toRows(name, goal, measured.get(metric) ?? []))
}

function toRows(name: string, goal: string, values: number[]): Row[] {
  if (values.length === 0) throw new Error(`The bench measured no "${name}"`)
  return [
    { name: `${name}, p50 of ${values.length}`, value: percentile(values, 0.5), unit: ' ms', ratio: null },
    { name: `${name}, p95`, value: percentile(values, 0.95), unit: ' ms', ratio: null, goal },
  ]
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@luna.test')
  await page.getByLabel('Password', { exact: true }).fill('luna-demo-1')
  await page.getByRole('button', { name: /^(sign|log) in$/i }).click()
  await page.waitForURL('**/marketplace')
}

/** One conversation: typed turns while the agent speaks interrupt it again and again. */
async function converse(page: Page, isFirst: boolean): Promise<void> {
  await page
    .getByRole('button', { name: /^Use This Agent/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  if (isFirst) await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByRole('timer').waitFor()
  for (let turn = 0; turn < turns; turn++) {
    await dialog.getByText(/^Speaking/).waitFor()
    await page.waitForTimeout(700)
    await dialog.getByRole('textbox', { name: 'Message' }).fill(`What should I do first? ${turn}`)
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await page.waitForTimeout(600)
  }
  // Longer than what is free: a person may start only ten free conversations an hour.
  await dialog
    .getByRole('timer')
    .filter({ hasText: /0:1[1-9]|0:[2-5]\d/ })
    .waitFor({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
