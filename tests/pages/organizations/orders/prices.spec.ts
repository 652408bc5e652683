import { expect, page, tagged, test } from '#tests/pages.ts'
import {
  addressAfter,
  choose,
  chosenNames,
  expectSums,
  numberField,
  sumOf,
} from '../../../kit/browser/organization-choosing.ts'

/** /calculator, /package-builder and /organization-info: what can be chosen, what it costs, and whom to ask. */

const everything = {
  users: 5,
  minutes: /^Growth/,
  build: /^Single agent/,
  agents: 1,
  optimization: true,
  app: true,
} as const

test.describe('/calculator', () => {
  test.beforeEach(() => page.goto('/calculator').then(() => undefined))

  test('six inputs move three totals at once', tagged('S345 S346 S347 S315 S349 S471 S472 D93 D98'), async () => {
    const main = page.getByRole('main')
    await expect(main.getByRole('group', { name: 'Agent build' }).getByRole('radio')).toHaveCount(2)
    await expect(main.getByRole('group', { name: 'Minute package' }).getByRole('radio')).toHaveCount(5)
    await choose(page, everything)
    await expectSums(page, {
      'One-time total': '$1,050.00',
      'Monthly total': '$369.00',
      'First-year total': '$5,478.00',
    })
    await main
      .getByRole('radio', { name: /^Enterprise: 5,000 minutes for \$600 a month, Best Value/ })
      .check({ force: true })
    await expectSums(page, { 'Monthly total': '$834.00', 'First-year total': '$11,058.00' })
    await main.getByRole('radio', { name: /^Advanced agent: \$1,500 once/ }).check({ force: true })
    await numberField(page, 'Number of agents').fill('2')
    await expectSums(page, { 'One-time total': '$3,300.00' })
    await main.getByRole('checkbox', { name: 'Branded app' }).uncheck()
    await main.getByRole('checkbox', { name: 'Ongoing optimization' }).uncheck()
    await expectSums(page, {
      'One-time total': '$3,000.00',
      'Monthly total': '$614.00',
      'First-year total': '$10,368.00',
    })
    const more = main.getByRole('button', { name: 'Number of agents: one more' })
    const less = main.getByRole('button', { name: 'Number of agents: one less' })
    await more.click()
    await expectSums(page, { 'One-time total': '$4,500.00' })
    for (let left = 3; left > 1; left--) await less.click()
    await expect(less).toBeDisabled()
    await page.getByRole('link', { name: 'Ask for a custom quote.' }).click()
    await expect(page).toHaveURL('/organization-info#contact')
    await page.goBack()
    const address = await addressAfter(page, () => page.getByRole('link', { name: 'Start Registration' }).click())
    expect(address.pathname).toBe('/organization-register')
    expect([...address.searchParams.keys()]).toEqual(chosenNames)
    await expectSums(page, { 'One-time total': '$1,500.00', 'Monthly total': '$614.00' })
  })

  test('a number is corrected on leaving its field, with a note', tagged('S527 S528 S659 D96'), async () => {
    const users = numberField(page, 'Number of users')
    const agents = numberField(page, 'Number of agents')
    await agents.fill('')
    await expect(sumOf(page, 'One-time total')).toHaveText('$0.00')
    for (const [typed, settled] of [
      ['abc', '1'],
      ['51', '50'],
    ] as const) {
      await agents.fill(typed)
      await agents.blur()
      await expect(agents).toHaveValue(settled)
      await expect(page.getByText('Allowed: 1 to 50', { exact: true })).toBeVisible()
    }
    await expect(sumOf(page, 'One-time total')).toHaveText('$37,500.00')
    await agents.fill('50')
    await agents.blur()
    await expect(page.getByText('Allowed: 1 to 50', { exact: true })).toHaveCount(0)

    await users.fill('')
    await expect(sumOf(page, 'Monthly total')).toHaveText('$135.00')
    await users.blur()
    await expect(users).toHaveValue('1')
    await users.fill('1001')
    await users.blur()
    await expect(users).toHaveValue('1000')
    await expect(page.getByText('Allowed: 1 to 1,000', { exact: true })).toBeVisible()
  })

  test('where more users cost less, the page says so and switches to them', tagged('S663 D95'), async () => {
    await expect(page.getByText('From 200 users on, every 100 users cost $250 per month.')).toBeVisible()
    // Next to the summary there is no bar.
    await expect(bar()).toHaveCount(0)
    const users = numberField(page, 'Number of users')
    await users.fill('96')
    await expect(page.getByText('100 users cost less.')).toHaveCount(0)
    await users.fill('99')
    await expect(page.getByText('100 users cost less.')).toBeVisible()
    await expect(page.getByText('$260.00 a month instead of $267.30.')).toBeVisible()
    await page.getByRole('button', { name: 'Choose 100 users' }).click()
    await expect(users).toHaveValue('100')
    await expect(sumOf(page, 'Monthly total')).toHaveText('$395.00')
    await users.fill('199')
    await expect(page.getByText('$500.00 a month instead of $517.40.')).toBeVisible()
  })

  test('Save Quote prints the page once, with only the figures on paper', tagged('S348'), async () => {
    await page.evaluate(() => {
      let printed = 0
      window.print = () => Object.assign(window, { printed: ++printed })
    })
    await choose(page, everything)
    await page.getByRole('button', { name: 'Save Quote' }).click()
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1)

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expectSums(page, { 'One-time total': '$1,050.00', 'First-year total': '$5,478.00' })
    await expect(page.getByText('1,000 minutes for the pool')).toBeVisible()
    await expect(page.getByText(/^Estimate from \w{3} \d+, \d{4}, in US dollars\./)).toBeVisible()
    for (const gone of ['Save Quote', 'Start Registration', 'Minute package', 'Ask for a custom quote.'])
      await expect(page.getByText(gone, { exact: true })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
})

test.describe('/package-builder', () => {
  test.beforeEach(() => page.goto('/package-builder').then(() => undefined))

  test('has fields, summary and what is included', tagged('S350 S352 S672 S673 S674 S676 D109'), async () => {
    const main = page.getByRole('main')
    const packages = main.getByRole('group', { name: 'Minute package' })
    await expect(packages.getByRole('radio')).toHaveCount(5)
    await expect(packages.getByRole('radio', { name: /^Growth/ })).toBeChecked()
    await expect(main.getByRole('group', { name: 'Agent build' }).getByRole('radio')).toHaveCount(3)
    await choose(page, { ...everything, users: 10, minutes: /^Starter/ })
    await expect(main.getByRole('heading', { name: 'Selected Package' })).toBeVisible()
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
    await expectSums(page, { 'One-time total': '$0.00', 'Monthly total': '$149.00' })
  })

  test('Start Registration and the totals wait for users', tagged('S353 S354 S529'), async () => {
    const button = page.getByRole('button', { name: 'Start Registration' })
    const link = page.getByRole('link', { name: 'Start Registration' })
    await expect(link).toBeVisible()
    const users = numberField(page, 'Number of users')
    await users.fill('abc')
    await users.blur()
    await expect(users).toHaveValue('0')
    await expect(page.getByText('Allowed: 1 to 1,000', { exact: true })).toBeVisible()
    await expect(button).toBeDisabled()
    await expect(page.getByText('Choose at least one user to continue.')).toBeVisible()
    await expect(sumOf(page, 'Total Payment Today')).toHaveCount(0)
    await users.fill('1')
    await expect(link).toBeVisible()
  })
})

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

const bar = () => page.getByRole('button', { name: /Show details$/ })

test.describe('on a phone', () => {
  test.beforeEach(() => page.setViewportSize({ width: 320, height: 700 }))

  test('both totals stay in sight while the figures change, and open the lines', tagged('S346 D93'), async () => {
    await page.goto('/calculator')
    await expect(bar()).toHaveAccessibleName('Total Payment Today $899.00 Monthly total $149.00 Show details')
    await expect(bar()).toBeInViewport({ ratio: 1 })
    await choose(page, { users: 10, minutes: /^Starter/, build: /^Advanced agent/, app: true })
    await expect(bar()).toHaveAccessibleName('Total Payment Today $1,918.00 Monthly total $118.00 Show details')
    await expect(bar()).toBeInViewport({ ratio: 1 })

    await bar().click()
    const lines = page.getByRole('dialog', { name: 'Selected Package' })
    await expect(lines).toContainText('Advanced agent')
    await expect(lines).toContainText('First-year total$3,216.00')
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(0)
    await expect(bar()).toBeFocused()
    await bar().press('Enter')
    await expect(lines).toBeVisible()
  })

  test('the totals are read out once they have settled', tagged('S346'), async () => {
    await page.goto('/calculator')
    const said = page.getByRole('main').getByRole('status').filter({ hasText: 'total' })
    await expect(sumOf(page, 'Monthly total')).toHaveText('$149.00')
    await expect(said).toHaveCount(0)
    await numberField(page, 'Number of users').fill('10')
    await expect(said).toHaveText(
      /^One-time total \$750.00, Monthly total \$163.00, First-year total \$2,706.00, Total Payment Today/,
    )
  })

  test('the bar never lies over the focused control, and makes room for the summary', tagged('S353'), async () => {
    await page.goto('/package-builder')
    await expect(bar()).toHaveAccessibleName('Total Payment Today $149.00 Monthly total $149.00 Show details')
    await numberField(page, 'Number of users').focus()
    for (const control of await page.getByRole('main').locator('input:not([type="hidden"])').all()) {
      await page.keyboard.press('Tab')
      const [focused, over] = await Promise.all([page.locator(':focus').boundingBox(), bar().boundingBox()])
      if (!focused || !over) throw new Error(`Nothing has the focus after ${await control.getAttribute('name')}`)
      if (await bar().evaluate((button) => button === document.activeElement)) break
      expect(focused.y + focused.height).toBeLessThanOrEqual(over.y)
    }
    await page.getByRole('region', { name: 'Selected Package' }).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 10_000)
    await expect(bar()).not.toBeInViewport()
  })
})
