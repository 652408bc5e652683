import path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test'
import { prepareChromium } from '../scripts/running/chromium.mjs'
import { demoPassword } from './people.ts'

/** A question and a long silence, 7.1 s. */
export const speechFile = path.resolve(import.meta.dirname, '../packages/fake-elevenlabs/testing/question.wav')

/** A slow phone: its screen, and a quarter of the processor. */
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true }
export const slowdown = 4

/** Launches a Chromium whose microphone asks a question every seven seconds, and whose sound needs no gesture. */
export async function launchChromium(): Promise<Browser> {
  const prepared = await prepareChromium()
  return chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...(process.env as Record<string, string>), ...prepared.env },
    args: [
      ...prepared.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${speechFile}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
}

/** Opens a Chromium with one page of the product. */
export async function openPage(url: string, options: BrowserContextOptions = {}) {
  const browser = await launchChromium()
  // As in the browser of a person who has talked before.
  const context = await browser.newContext({ baseURL: url, permissions: ['microphone'], ...options })
  const page = await context.newPage()
  // Only against hanging, because a busy machine may take long.
  page.setDefaultTimeout(120_000)
  return { page, devtools: await page.context().newCDPSession(page), close: () => browser.close() }
}

/** Signs the browser in as this demo person; Ana has minutes. */
export async function signInAs(page: Page, email = 'ana@luna.test'): Promise<void> {
  await page.context().clearCookies()
  const answer = await page.request.post('/api/auth/login', { data: { email, password: demoPassword } })
  if (!answer.ok()) throw new Error(`Signing in as ${email} failed: ${answer.status()}`)
}

/** Starts a conversation with the first agent of the marketplace. It is live when the dialog returns. */
export async function startTalking(page: Page): Promise<Locator> {
  if (!page.url().endsWith('/marketplace')) await page.goto('/marketplace')
  await page
    .getByRole('button', { name: /^Use This Agent/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const start = dialog.getByRole('button', { name: 'Start' })
  await start.waitFor()
  const agreement = dialog.getByRole('checkbox', { name: 'I agree' })
  if ((await agreement.count()) > 0) await agreement.check()
  await start.click()
  await dialog.getByRole('timer').waitFor()
  return dialog
}
