import type { BrowserContext, Locator, Page } from '@playwright/test'

const password = 'luna-demo-1'

/** Signs the browser in as this demo person, without any page. */
export async function signInAs(context: BrowserContext, email: string): Promise<void> {
  await context.clearCookies()
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`Signing in as ${email} failed: ${answer.status()}`)
}

/** Signs the page in as a demo person who has minutes. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@luna.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^(sign|log) in$/i }).click()
  await page.waitForURL('**/marketplace')
}

/** Starts a conversation with the first agent. It is live when the dialog returns. */
export async function startTalking(page: Page): Promise<Locator> {
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
