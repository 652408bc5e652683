import { expect, page, tagged, test } from '#tests/screens.ts'

test('text typed before the script has loaded stays', tagged('S341 S343 S527'), async () => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/organization-info', { waitUntil: 'commit' })
  const users = page.getByRole('textbox', { name: 'Number of users' })
  await users.fill('12')
  await page.getByRole('radio', { name: /^Scale/ }).check({ force: true })
  await page.getByRole('radio', { name: /^Single agent/ }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Branded app' }).check()
  held.resolve()
  const start = page.getByRole('link', { name: 'Start Registration' }).first()
  const typed =
    /userCount=12&agentType=single&numberOfAgents=1&minutePackage=scale&brandedPWA=true&ongoingOptimization=false/
  await expect(start).toHaveAttribute('href', typed)
  await expect(users).toHaveValue('12')
  await page.reload()
  await expect(start).toHaveAttribute('href', typed)
  await expect(users).toHaveValue('12')
  await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Branded app' })).toBeChecked()
})
