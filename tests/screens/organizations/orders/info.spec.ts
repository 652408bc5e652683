import { expect, test, url } from '../../fixtures.ts'

/** /organization-info as the server sends it. */

test('it can be read with all its prices without any script, at 320 and 1280 px', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/organization-info')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of [
      'Built for teams, not for one more login',
      'Talking by this afternoon',
      'Ready for the enterprise',
      'Your price, to the cent',
      'All prices',
      'Talk to a person',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    const minutes = page.getByRole('table', { name: 'Minutes for the pool, per month' })
    await expect(minutes.getByRole('row')).toHaveText([
      /^Package/,
      'Starter500$70$0.14',
      'Growth1,000$135$0.135',
      'Scale2,000$260$0.13',
      'Expansion3,000$375$0.125',
      'Enterprise5,000$600$0.12',
    ])
    await expect(page.getByRole('table', { name: 'Users, per month' }).getByRole('row')).toHaveCount(6)
    await expect(page.getByText('needs JavaScript')).toHaveCount(0)
  }
  await context.close()
})

test('what is typed before the script has loaded is used, and stays (S341, S343, S527)', async ({ page }) => {
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
