import { tagged } from '../../../kit/tags.ts'
import { expect, test } from '../../fixtures.ts'

/** /organization-info as the server sends it. */

test('what is typed before the script has loaded is used, and stays', tagged('S341 S343 S527'), async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/organization-info', { waitUntil: 'commit' })
  const users = page.getByRole('textbox', { name: 'Number of users' })
  await users.fill('12')
  await page.getByRole('radio', { name: /^Scale/ }).check({ force: true })
  await page.getByRole('radio', { name: /^Single agent/ }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Branded app' }).check()
  release()
  const start = page.getByRole('link', { name: 'Start Registration' }).first()
  const chosen =
    /userCount=12&agentType=single&numberOfAgents=1&minutePackage=scale&brandedPWA=true&ongoingOptimization=false/
  await expect(start).toHaveAttribute('href', chosen)
  await expect(users).toHaveValue('12')
  await page.reload()
  await expect(start).toHaveAttribute('href', chosen)
  await expect(users).toHaveValue('12')
  await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Branded app' })).toBeChecked()
})
