import {
  addressAfter,
  choose,
  chosenNames,
  expectSums,
  numberField,
} from '../../../kit/browser/organization-choosing.ts'
import { expect, page, tagged, test } from '#tests/pages.ts'

/** /package-builder: what can be chosen, and when it can be registered. */

const everything = {
  users: 10,
  minutes: /^Starter/,
  build: /^Single agent/,
  agents: 1,
  optimization: true,
  app: true,
} as const

test.describe('/package-builder', () => {
  test.beforeEach(() => page.goto('/package-builder').then(() => undefined))

  test('has fields, summary and what is included', tagged('S350 S352 S672 S673 S674 S676 D109'), async () => {
    const main = page.getByRole('main')
    await expect(main.getByRole('group', { name: 'Minute package' }).getByRole('radio')).toHaveCount(5)
    await expect(main.getByRole('group', { name: 'Minute package' }).getByRole('radio', { checked: true })).toHaveCount(
      0,
    )
    await expect(main.getByRole('group', { name: 'Agent build' }).getByRole('radio')).toHaveCount(3)
    await choose(page, everything)
    await expect(main.getByRole('heading', { name: 'Package Summary' })).toBeVisible()
    await expectSums(page, { 'Total Payment Today': '$1,368.00' })
    const included = main.getByRole('region', { name: "What's included" })
    for (const text of ['Seats for 10 people', '500 minutes every month', 'One private agent', 'fewer than 30 minutes'])
      await expect(included).toContainText(text)
    const address = await addressAfter(page, () => page.getByRole('link', { name: 'Start Registration' }).click())
    expect(address.pathname).toBe('/organization-register-simplified')
    expect([...address.searchParams.keys()]).toEqual(chosenNames)
  })

  test('agent count and optimization appear and disappear with an agent build', tagged('S351 S531 D97'), async () => {
    const agents = numberField(page, 'Number of agents')
    const optimization = page.getByRole('checkbox', { name: 'Ongoing optimization' })
    await expect(agents).toHaveCount(0)
    await expect(optimization).toHaveCount(0)
    for (const build of [/^Single agent/, /^Advanced agent/]) {
      await page.getByRole('radio', { name: build }).check({ force: true })
      await expect(agents).toHaveValue('1')
      await expect(optimization).toBeVisible()
    }
    await optimization.check()
    await expect(page.getByText('Ongoing optimization of your agents')).toBeVisible()
    await page.getByRole('radio', { name: 'No agent build' }).check({ force: true })
    await expect(agents).toHaveCount(0)
    await expectSums(page, { 'One-time total': '$0.00', 'Monthly total': '$14.00' })
  })

  test('Start Registration waits for users and minutes', tagged('S353 S354 S529 S530'), async () => {
    const button = page.getByRole('button', { name: 'Start Registration' })
    const link = page.getByRole('link', { name: 'Start Registration' })
    await expect(button).toBeDisabled()
    await expect(page.getByText('Choose a minute package to continue.')).toBeVisible()
    await page.getByRole('radio', { name: /^Growth/ }).check({ force: true })
    await expect(link).toBeVisible()
    const users = numberField(page, 'Number of users')
    await users.fill('abc')
    await users.blur()
    await expect(users).toHaveValue('0')
    await expect(page.getByText('Allowed: 1 to 1,000', { exact: true })).toBeVisible()
    await expect(button).toBeDisabled()
    await users.fill('1')
    await expect(link).toBeVisible()
    await page.getByRole('radio', { name: /^Single agent/ }).check({ force: true })
    const agents = numberField(page, 'Number of agents')
    await agents.fill('11')
    await agents.blur()
    await expect(agents).toHaveValue('10')
    await expect(page.getByText('Allowed: 1 to 10', { exact: true })).toBeVisible()
  })
})
