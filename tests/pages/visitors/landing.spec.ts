import { packages } from '#contract/billing/prices.ts'
import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import * as luna from '#tests/pages.ts'
import { config, expect, expectWords, main, page, press, server, tagged, test, whenTakenOver } from '#tests/pages.ts'
import { screens } from '../../looks/screens.ts'

test('the landing page says what Luna is and promises', tagged('S001 S002 S003 S004 S030 S031 D157'), async () => {
  server.answer(publicConfig, { ...config, hoursSavedText: '40 hours saved a day' })
  await page.goto('/')
  await expect(page).toHaveTitle('Luna · Learn. Understand. Navigate. Apply.')
  await expect(main().getByText('Learn. Understand. Navigate. Apply.', { exact: true })).toBeVisible()
  const engine = 'all-in-one implementation engine for clients, teams, brands and growth'
  await expectWords(main(), engine, 'trained on business, personal-development and growth frameworks')
  const promises = ['Unlock every public agent', 'Use voice', 'No contracts', 'Cancel anytime', '24/7 availability']
  for (const promise of [...promises, '40 hours saved a day'])
    await expect(
      main()
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`^${promise}$`, 'i') }),
    ).toBeVisible()
  for (const [name, address] of [
    ['Start as an Individual', '/register'],
    ['For Organizations', '/organization-info'],
    ['Get Access Now!', '/register'],
  ] as const) {
    await main().getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
    await expect(page).toHaveURL('/')
  }
})

const shown = 'S032 S033 S034 S035 S036 S141 S142 S194 S311 D59'

test('four tiles, three badges and three samples are shown', tagged(shown), async () => {
  await page.goto('/')
  const tiles = page.locator('[data-feature]').getByRole('heading')
  await expect(tiles).toHaveText(['Custom to you', 'Your support', 'Hours saved', 'Conversion focused'])
  await expect(page.locator('[data-badge]')).toHaveText([/^Business ready/, /^Offload/, /^24\/7\/365/])

  await expect(page.getByText('These three are samples with example figures')).toBeVisible()
  const samples = page.locator('[data-showcase]')
  await expect(samples).toHaveCount(3)
  for (const [name, category, figures, button] of [
    ['Onboarding Handbook Guide', 'HR', '4.9(324 sessions)', 'Start Session'],
    ['Spreadsheet Clarifier', 'Technology', '4.9(298 sessions)', 'Sign Up to Unlock'],
    ['Implementation Engine', 'Business Strategy', '5.0(412 sessions)', 'Sign Up to Unlock'],
  ] as const) {
    const card = samples.getByRole('article', { name })
    await expectWords(card, category, figures)
    await expect(card.getByText('Sample', { exact: true })).toBeVisible()
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('img')).toHaveJSProperty('complete', true)
    expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(card.getByRole('link', { name: button })).toHaveAttribute('href', '/register')
  }
})

test('four packages have prices, and registration keeps the chosen', tagged('S037 S038 S139 S194 D59'), async () => {
  await page.goto('/')
  await expect(page.locator('[data-tier]')).toHaveCount(4)
  for (const offer of Object.values(packages)) {
    const card = page.locator(`[data-tier="${offer.tier}"]`)
    const words = [offer.name, `$${offer.priceCents / 100}`, `${offer.minutes} minutes`, offer.description]
    await expectWords(card, ...words, ...offer.features)
    if (offer.savingsPercent > 0) await expect(card).toContainText(`Save ${offer.savingsPercent.toFixed(1)}%`)
    await expect(card.getByText('Most Popular')).toHaveCount(offer.tier === 'uplift' ? 1 : 0)
    const link = card.getByRole('link', { name: 'Purchase Credits' })
    await expect(link).toHaveAttribute('href', `/register?tier=${offer.tier}`)
  }
  await expect(main()).toContainText('150 minutes$27.97')

  await page.locator('[data-tier="navigate"]').getByRole('link', { name: 'Purchase Credits' }).click()
  const nora = { ...luna.registeredMe, firstName: 'Nora', lastName: 'Navigator', email: 'nora@example.com' }
  await page.getByLabel('First name').fill(nora.firstName)
  await page.getByLabel('Last name').fill(nora.lastName)
  await page.getByLabel('Email', { exact: true }).fill(nora.email)
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  server.answer(register, nora)
  server.answer(currentUser, nora)
  await press(main(), 'Create Account')
  await expect(page.getByRole('radio', { name: /navigate/i })).toBeChecked()
})

async function openInMotion(): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await whenTakenOver(page)
}

/** Passes the page's time. Returns what the first headline shows then. */
async function writtenAfter(ms: number): Promise<string> {
  await page.clock.runFor(ms)
  return page.evaluate(async () => {
    // Timers draw in a task of their own.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(null)
    })
    return document.querySelector('[data-typewriter]')?.textContent ?? ''
  })
}

test('a headline is typed, paused and deleted at the stated pace', tagged('S039 S040 S309'), async () => {
  await openInMotion()
  await page.clock.pauseAt(Date.now() + 60_000)
  let text = ''
  // Every time of the headlines is a multiple of 50 ms.
  for (let step = 0; step < 400 && text !== 'heard'; step++) text = await writtenAfter(50)
  expect([await writtenAfter(1450), await writtenAfter(50)]).toEqual(['heard', 'hear'])
  const shrinking = [await writtenAfter(50), await writtenAfter(50), await writtenAfter(100), await writtenAfter(100)]
  expect(shrinking).toEqual(['hear', 'hea', 'he', 'h'])
  while (text !== 'r') text = await writtenAfter(50)
  const growing = [await writtenAfter(100), await writtenAfter(50), await writtenAfter(150), await writtenAfter(150)]
  expect(growing).toEqual(['r', 're', 'rea', 'read'])
})

test('a headline can be paused, and has all its words under reduced motion', tagged('D157'), async () => {
  await openInMotion()
  const headline = page.getByRole('heading', { name: /^Your ideas deserve to be/ })
  const typed = headline.locator('[data-typewriter]')
  await press(headline, 'Pause animation')
  const text = (await typed.textContent()) ?? ''
  await page.clock.runFor(2500)
  await expect(typed).toHaveText(text)
  await press(headline, 'Play animation')
  await expect(typed).not.toHaveText(text)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(typed).toBeHidden()
  await expect(headline.getByRole('button')).toHaveCount(0)
  await expect(headline.getByText('heard, read, seen, watched, understood')).toBeVisible()
  await expect(page.getByText('learn, understand, navigate, apply', { exact: true })).toBeVisible()
})

test('every link of the page leads somewhere, and every picture loads', tagged('D155'), async ({ context }) => {
  const seen = luna.watchRequests(page)
  await page.goto('/')
  await expect(main().getByRole('link', { name: 'Get Access Now!' })).toBeVisible()
  const links = page.getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(20)
  for (const href of hrefs) expect(href, 'a link without a target').toMatch(/^\/|^#content$/)
  const paths = new Set(hrefs.filter((href) => href.startsWith('/')).map((href) => href.split(/[?#]/)[0] ?? ''))
  for (const path of paths) expect(Object.values(screens).flat()).toContain(path)
  for (const { call } of seen.filter((one) => /\.(svg|png)$/.test(one.call)))
    expect((await context.request.get(call.replace('GET ', ''))).status(), call).toBe(200)
})
