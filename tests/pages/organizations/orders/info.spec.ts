import {
  addressAfter,
  choose,
  chosenNames,
  expectSums,
  numberField,
} from '../../../kit/browser/organization-choosing.ts'
import { expect, page, tagged, test } from '#tests/pages.ts'

/** /organization-info: what teams get, what it costs, whom to ask. */

test('has hero, four feature cards and the enterprise list', tagged('S314 S339 S340 D156'), async () => {
  await page.goto('/organization-info')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Luna for Business Someone to think with/)
  await expect(main.locator('[data-feature]')).toHaveCount(4)
  await expect(main.locator('[data-enterprise]').getByRole('heading', { level: 3 })).toHaveText([
    'Unlimited team members',
    'Private agent creation',
    'Custom branding',
    'Analytics',
    'Priority support',
    'API access',
    'Single sign-on',
    'Custom integrations',
  ])
  await expect(main.getByText('1 to 1,000 seats, more on request')).toBeVisible()
  const onRequest = main.locator('[data-enterprise]').getByRole('link', { name: 'on request' })
  await expect(onRequest).toHaveCount(3)
  await onRequest.first().click()
  await expect(page).toHaveURL('/organization-info#contact')
  await expect(main.getByRole('heading', { name: 'Talk to a person' })).toBeInViewport()
  await main.getByRole('link', { name: 'Calculate Your Price' }).click()
  await expect(main.getByRole('heading', { name: 'Your price, to the cent' })).toBeInViewport()
  await main.getByRole('link', { name: 'Talk to Sales' }).click()
  await expect(main.getByRole('heading', { name: 'Talk to a person' })).toBeInViewport()
  await expect(main.getByRole('link', { name: 'documented here' })).toHaveAttribute('href', '/docs/api')
})

test('the calculator passes the choice on in seven parameters', tagged('S322 S341 S343 S471 D97'), async () => {
  await page.goto('/organization-info')
  const main = page.getByRole('main')
  await expect(main.getByRole('group', { name: 'Agent build' }).getByRole('radio')).toHaveCount(3)
  await choose(page, { users: 5, minutes: /^Expansion/, build: /^No agent build/ })
  await expectSums(page, { 'One-time total': '$0.00', 'Monthly total': '$389.00' })
  await expectSums(page, { 'First-year total': '$4,668.00', 'Total Payment Today': '$389.00' })
  await main.getByRole('radio', { name: /^Advanced agent/ }).check({ force: true })
  const agents = numberField(page, 'Number of agents')
  await agents.fill('51')
  await agents.blur()
  await expect(agents).toHaveValue('50')
  await expect(main.getByText('Allowed: 1 to 50', { exact: true })).toBeVisible()
  const chosen = { users: 25, minutes: /^Starter/, build: /^Advanced agent/, agents: 2, optimization: true, app: true }
  await choose(page, chosen)
  const address = await addressAfter(page, () => page.getByRole('link', { name: 'Start Registration' }).click())
  expect(address.pathname).toBe('/organization-register-simplified')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    userCount: '25',
    agentType: 'advanced',
    numberOfAgents: '2',
    minutePackage: 'starter',
    brandedPWA: 'true',
    ongoingOptimization: 'true',
    totalAmount: '3657.5',
  })
  expect([...address.searchParams.keys()]).toEqual(chosenNames)
})
