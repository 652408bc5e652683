import { BrowserWindow, type Window } from 'happy-dom'
import { onTestFinished } from 'vitest'
import { packages } from '#contract/billing/prices.ts'
import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { expect, it, page, server, tags } from '#tests/components.ts'
import { click, fill, main } from '#tests/components/words.ts'
import { config, registeredMe } from '#tests/pages/people.ts'

const promised = 'S001 S002 S003 S004 S030 S031 S032 S033 S034 S035 S036 S141 S142 S311 D157'

it('the landing page says what Luna is, promises and shows', tags(promised), async () => {
  server.answer(publicConfig, { ...config, hoursSavedText: '40 hours saved a day' })
  await page.goto('/')
  await expect(main().getByText('Learn. Understand. Navigate. Apply.', { exact: true })).toBeVisible()
  for (const text of [
    'all-in-one implementation engine for clients, teams, brands and growth',
    'trained on business, personal-development and growth frameworks',
    'These three are samples with example figures',
  ])
    await expect(main()).toContainText(text)
  const promises = ['Unlock every public agent', 'Use voice', 'No contracts', 'Cancel anytime', '24/7 availability']
  for (const promise of [...promises, '40 hours saved a day']) {
    const item = main().getByRole('listitem')
    await expect(item.filter({ hasText: new RegExp(`^${promise}$`, 'i') })).toBeVisible()
  }
  for (const [name, address] of [
    ['Start as an Individual', '/register'],
    ['For Organizations', '/organization-info'],
    ['Get Access Now!', '/register'],
  ] as const)
    await expect(main().getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  const tiles = page.locator('[data-feature]').getByRole('heading')
  await expect(tiles).toHaveText(['Custom to you', 'Your support', 'Hours saved', 'Conversion focused'])
  await expect(page.locator('[data-badge]')).toHaveText([/^Business ready/, /^Offload/, /^24\/7\/365/])
  await expect(page.locator('[data-showcase]')).toHaveCount(3)
  for (const [name, category, figures, button] of [
    ['Onboarding Handbook Guide', 'HR', '4.9(324 sessions)', 'Start Session'],
    ['Spreadsheet Clarifier', 'Technology', '4.9(298 sessions)', 'Sign Up to Unlock'],
    ['Implementation Engine', 'Business Strategy', '5.0(412 sessions)', 'Sign Up to Unlock'],
  ] as const) {
    const card = page.locator('[data-showcase]').getByRole('article', { name })
    for (const text of [category, figures]) await expect(card).toContainText(text)
    await expect(card.getByText('Sample', { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: button })).toHaveAttribute('href', '/register')
  }
})

const sold = 'S037 S038 S039 S040 S139 S194 S309 D59'

it('headlines are typed at a pace; registration keeps the chosen package', tags(sold), async () => {
  const asked: (number | undefined)[] = []
  const { setTimeout: wait } = BrowserWindow.prototype
  BrowserWindow.prototype.setTimeout = function note(this: BrowserWindow, ...given) {
    asked.push(given[1])
    return wait.apply(this, given)
  }
  onTestFinished(() => {
    BrowserWindow.prototype.setTimeout = wait
  })
  await page.goto('/')
  const { happyDOM } = page.window as unknown as Pick<Window, 'happyDOM'>
  happyDOM.settings.device.prefersReducedMotion = 'no-preference'
  const headline = page.locator('[data-typewriter]').first()
  const element = await headline.element()
  const seen = [{ text: 'heard', at: performance.now() }]
  const observer = new page.window.MutationObserver(() =>
    seen.push({ text: element.textContent, at: performance.now() }),
  )
  observer.observe(element, { characterData: true, childList: true, subtree: true })
  await expect(headline).toHaveText('read')
  expect(seen.map(({ text }) => text)).toEqual(['heard', 'hear', 'hea', 'he', 'h', '', 'r', 're', 'rea', 'read'])
  // A busy machine may be late, so that the longest times are those that were asked for.
  const passed = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0))
  expect(asked).toContain(1500)
  for (const [steps, ms] of [
    [passed.slice(1, 5), 100],
    [passed.slice(6), 150],
  ] as const) {
    expect(Math.min(...steps)).toBeGreaterThan(ms - 10)
    expect(asked.filter((one) => one === ms).length).toBeGreaterThanOrEqual(steps.length)
  }

  await expect(page.locator('[data-tier]')).toHaveCount(4)
  for (const offer of Object.values(packages)) {
    const card = page.locator(`[data-tier="${offer.tier}"]`)
    const words = [offer.name, `$${offer.priceCents / 100}`, `${offer.minutes} minutes`, offer.description]
    for (const text of [...words, ...offer.features]) await expect(card).toContainText(text)
    if (offer.savingsPercent > 0) await expect(card).toContainText(`Save ${offer.savingsPercent.toFixed(1)}%`)
    await expect(card.getByText('Most Popular')).toHaveCount(offer.tier === 'uplift' ? 1 : 0)
    const link = card.getByRole('link', { name: 'Purchase Credits' })
    await expect(link).toHaveAttribute('href', `/register?tier=${offer.tier}`)
  }
  await expect(main()).toContainText('150 minutes$27.97')
  await page.locator('[data-tier="navigate"]').getByRole('link', { name: 'Purchase Credits' }).click()
  const { firstName, lastName, email } = registeredMe
  await fill({ 'First name': firstName, 'Last name': lastName, Email: email, Password: 'correct-horse-7' })
  for (const call of [register, currentUser]) server.answer(call, registeredMe)
  await click('Create Account')
  await expect(page.getByRole('radio', { name: /navigate/i })).toBeChecked()
})
