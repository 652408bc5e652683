import { agents } from '#contract/agents/agents.ts'
import { login } from '#contract/identity/auth.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'

/** What is at an unknown address, and where everybody's home is. */

test.beforeEach(() => server.answer(agents, []))

test('an unknown path is not found, offers a search, and leads home', tagged('S022 S059 S060'), async () => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(main().getByRole('button', { name: 'Search Agents' })).toHaveCount(0)
  await expect(main().getByRole('link', { name: 'Agents', exact: true })).toHaveAttribute('href', '/agents')
  await expect(main().getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
  await main().getByRole('searchbox', { name: 'Search the Help Center' }).fill('refund')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help?q=refund')

  // People who can see agents can search them, too.
  as(subscriberMe)
  await page.goto('/marketplace/no-such-page')
  const words = "The page you're looking for doesn't exist or may have been moved."
  await expect(page.getByText(words, { exact: true })).toBeVisible()
  await expect(main().getByRole('link', { name: 'Agents', exact: true })).toHaveAttribute('href', '/marketplace')
  const field = main().getByRole('searchbox', { name: 'Search agents and help' })
  await field.fill('coach')
  await press(main(), 'Search Help')
  await expect(page).toHaveURL('/help?q=coach')
  await page.goBack()
  await field.fill('coach')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/marketplace?q=coach')
  await page.goBack()
  const seen = luna.watchRequests(page)
  await page.getByRole('link', { name: 'Go to Home Page' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(seen.filter(({ isDocument }) => isDocument).map(({ call }) => call)).toEqual(['GET /'])
})

test('home waits for the organization and asks once per person', tagged('S023 S027 S028'), async () => {
  as({ ...subscriberMe, firstName: 'Fay' })
  const release = server.hold(userOrganization)
  await page.goto('/')
  await expect(main().getByRole('status')).toHaveText('Loading…')
  release()
  await expect(page).toHaveURL('/marketplace')
  await page.getByRole('link', { name: 'Luna, home' }).click()
  await expect(page).toHaveURL('/marketplace')
  expect(server.asked(userOrganization)).toHaveLength(1)
  await page.getByRole('button', { name: 'Fay' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  server.answer(login, () => {
    as(subscriberMe)
    return { ...subscriberMe, isRestored: false }
  })
  await page.getByLabel('Email', { exact: true }).fill(subscriberMe.email)
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await press(main(), 'Sign In')
  await expect(page).toHaveURL('/marketplace')
  expect(server.asked(userOrganization)).toHaveLength(2)
})

test('home waits 5 s for the organization, then offers to try again', tagged('D3'), async () => {
  await page.clock.install()
  as(subscriberMe)
  const release = server.hold(userOrganization)
  await page.goto('/')
  await expect.poll(() => server.asked(userOrganization)).toHaveLength(1)
  const unread = page.getByText('We could not load your organization.')
  await expect(main().getByRole('status')).toHaveText('Loading…')
  await expect(unread).toBeHidden()
  await page.clock.runFor(5000)
  await expect(unread).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
  await luna.expectOneToast(page, 'Loading Failed')
  release()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(unread).toBeHidden()
})
