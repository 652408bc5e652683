import { serveDashboard } from '../conversations/home.ts'
import { as, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { from, now, serveSteps, step } from './steps.ts'

test.beforeEach(async () => {
  await page.clock.setFixedTime(now)
  as(subscriberMe)
})

test('the list learns what a session has proposed since', async () => {
  serveDashboard(server)
  serveSteps(server, [])
  await page.goto('/dashboard/next-steps')
  await expect(page.getByText('Nothing on your list')).toBeVisible()
  await page.getByRole('link', { name: 'Your Dashboard' }).click()
  const card = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Next Steps' }) })
  await expect(card).toContainText('Nothing open')
  serveSteps(server, [
    step('Call Anna', { ...from, state: 'proposed' }),
    step('Tidy up', { ...from, state: 'proposed' }),
  ])
  await card.getByRole('link', { name: 'All next steps' }).click()
  await expect(page.getByText('Nothing added yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add: Call Anna' })).toBeVisible()
  await page.getByRole('link', { name: 'Your Dashboard' }).click()
  await expect(card).not.toContainText('Nothing open')
  await card.getByRole('link', { name: '2 steps to review' }).click()
  await expect(page).toHaveURL('/dashboard/next-steps')
})

test('on the dashboard, the focus goes to the next step when one is done', async () => {
  serveDashboard(server)
  serveSteps(server, [step('Call Anna'), step('Send the offer')])
  await page.goto('/dashboard')
  const done = (title: string) => page.getByRole('checkbox', { name: `Done: ${title}` })
  await done('Call Anna').press('Space')
  await expect(done('Call Anna')).toHaveCount(0)
  await expect(done('Send the offer')).toBeFocused()
})
