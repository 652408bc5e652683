import { type Browser, chromium, type Page } from '@playwright/test'
import type { PreparedChromium } from '../../../../scripts/running/chromium.mjs'
import { url } from '../../fixtures.ts'

/** Runs `act` in a Chromium of its own, whose person and devices differ from the shared one's. */
export async function inBrowser(args: string[], act: (page: Page) => Promise<void>): Promise<void> {
  const prepared = JSON.parse(process.env.LUNA_CHROMIUM ?? '{}') as PreparedChromium
  const browser: Browser = await chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...(process.env as Record<string, string>), ...prepared.env },
    args: [...prepared.args, '--autoplay-policy=no-user-gesture-required', ...args],
  })
  try {
    await act(await browser.newPage({ baseURL: url, locale: 'en-US' }))
  } finally {
    await browser.close()
  }
}
