import { expect, test, url } from '../fixtures.ts'
import { whenTakenOver } from '../../kit/browser/watch.ts'

/** The help and status pages as the running server sends them (D155). */

test('every answer can be read without any script, and nothing is offered that needs one', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/help')
  await expect(page.getByRole('searchbox')).toBeHidden()
  const questions = page.getByRole('main').locator('details')
  expect(await questions.count()).toBeGreaterThan(30)
  const answer = page.getByText(/^Conversations under 10 seconds, waiting in line/)
  await expect(answer).toBeHidden()
  await page.getByText('What is not charged?').click()
  await expect(answer).toBeVisible()
  await context.close()
})

test('a search in the address finds its answers once the script has taken over', async ({ page }) => {
  await page.goto('/help?q=recovery+code')
  await whenTakenOver(page)
  await expect(page.getByRole('searchbox')).toHaveValue('recovery code')
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText([
    'I lost the phone with my codes.',
  ])
})

test('status shows what this server has observed of itself since it started', async ({ page }) => {
  await page.goto('/status')
  await expect(page.getByText('Luna is up and running')).toBeVisible()
  const app = page.getByRole('region', { name: 'Web app and API' })
  await expect(app).toContainText(/Up since \w+ \d+, \d{4}/)
  await expect(app.getByRole('img')).toHaveAccessibleName(/without data\.$/)
})
