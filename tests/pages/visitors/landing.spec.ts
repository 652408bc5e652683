import { register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { packages } from '#contract/billing/prices.ts'
import { readStatus } from '#contract/status/status.ts'
import {
  config,
  expect,
  page,
  type Page,
  registeredMe,
  server,
  tagged,
  test,
  watchRequests,
  whenTakenOver,
} from '#tests/pages.ts'
import { services } from './services.ts'

test('the landing page says what Luna is and promises', tagged('S001 S002 S003 S004 S030 S031 D157'), async () => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle('Luna · Learn. Understand. Navigate. Apply.')
  await expect(main.getByText('Learn. Understand. Navigate. Apply.', { exact: true })).toBeVisible()
  await expect(main).toContainText('all-in-one implementation engine for clients, teams, brands and growth')
  await expect(main).toContainText('trained on business, personal-development and growth frameworks')
  for (const promise of [
    'Unlock every public agent',
    'Use voice',
    'No contracts',
    'Cancel anytime',
    '24/7 availability',
    'over 1000 hours saved each month',
  ]) {
    await expect(main.getByRole('listitem').filter({ hasText: new RegExp(`^${promise}$`, 'i') })).toBeVisible()
  }
  for (const [name, address] of [
    ['Start as an Individual', '/register'],
    ['For Organizations', '/organization-info'],
    ['Get Access Now!', '/register'],
  ] as const) {
    await main.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
    await expect(page).toHaveURL('/')
  }
})

test('the number of saved hours is a setting', tagged('D157'), async () => {
  server.answer(publicConfig, { ...config, hoursSavedText: '40 hours saved a day' })
  await page.goto('/')
  await expect(page.getByRole('main').getByText('40 hours saved a day')).toHaveCount(1)
})

test('four tiles, three badges, three samples (S032, S033, S034, S035, S036, S141, S142, S194, S311, D59)', async () => {
  await page.goto('/')
  const tiles = page.locator('[data-feature]').getByRole('heading')
  await expect(tiles).toHaveText(['Custom to you', 'Your support', 'Hours saved', 'Conversion focused'])
  await expect(page.locator('[data-badge]')).toHaveText([/^Business ready/, /^Offload/, /^24\/7\/365/])

  await expect(page.getByText('These three are samples with example figures')).toBeVisible()
  const samples = page.locator('[data-showcase]')
  await expect(samples).toHaveCount(3)
  for (const [index, [name, category, figures, button]] of (
    [
      ['Onboarding Handbook Guide', 'HR', '4.9(324 sessions)', 'Start Session'],
      ['Spreadsheet Clarifier', 'Technology', '4.9(298 sessions)', 'Sign Up to Unlock'],
      ['Implementation Engine', 'Business Strategy', '5.0(412 sessions)', 'Sign Up to Unlock'],
    ] as const
  ).entries()) {
    const card = samples.nth(index).getByRole('article', { name })
    await expect(card).toContainText(category)
    await expect(card).toContainText(figures)
    await expect(card.getByText('Sample', { exact: true })).toBeVisible()
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('img')).toHaveJSProperty('complete', true)
    expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await card.getByRole('link', { name: button }).click()
    await expect(page).toHaveURL('/register')
    await page.goBack()
    await expect(samples).toHaveCount(3)
  }
})

test('four packages with their prices, one most popular; registration keeps the chosen one (S037, S038, S139, S194, D59)', async () => {
  await page.goto('/')
  const cards = page.locator('[data-tier]')
  await expect(cards).toHaveCount(4)
  for (const offer of Object.values(packages)) {
    const card = page.locator(`[data-tier="${offer.tier}"]`)
    await expect(card).toContainText(offer.name)
    await expect(card).toContainText(`$${offer.priceCents / 100}`)
    await expect(card).toContainText(`${offer.minutes} minutes`)
    await expect(card).toContainText(offer.description)
    for (const feature of offer.features) await expect(card).toContainText(feature)
    if (offer.savingsPercent > 0) await expect(card).toContainText(`Save ${offer.savingsPercent.toFixed(1)}%`)
    await expect(card.getByText('Most Popular')).toHaveCount(offer.tier === 'uplift' ? 1 : 0)
    await expect(card.getByRole('link', { name: 'Purchase Credits' })).toHaveAttribute(
      'href',
      `/register?tier=${offer.tier}`,
    )
  }
  await expect(page.getByRole('main')).toContainText('150 minutes$27.97')

  await page.locator('[data-tier="navigate"]').getByRole('link', { name: 'Purchase Credits' }).click()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Navigator')
  await page.getByLabel('Email', { exact: true }).fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  const nora = { ...registeredMe, firstName: 'Nora', lastName: 'Navigator', email: 'nora@example.com' }
  server.answer(register, nora)
  server.answer(currentUser, nora)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('radio', { name: /navigate/i })).toBeChecked()
})

interface Written {
  text: string
  atMs: number
}

test('two headlines are typed, paused and deleted at the stated pace', tagged('S039 S040 S309'), async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await whenTakenOver(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const [first, second] = await writtenIn(page, 17_000)
  expect(wholeWords(first)).toEqual(expect.arrayContaining(['heard', 'read', 'seen', 'watched', 'understood']))
  expect(wholeWords(second)).toEqual(expect.arrayContaining(['learn', 'understand', 'navigate', 'apply']))

  const { typed, paused, deleted } = paceOf(first)
  for (const [steps, statedMs] of [
    [typed, 150],
    [paused, 1500],
    [deleted, 100],
  ] as const) {
    expect(steps.length).toBeGreaterThan(2)
    expect(steps).toEqual(steps.map(() => statedMs))
  }
})

test('a headline can be paused, and stands still with all its words under reduced motion', tagged('D157'), async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await whenTakenOver(page)
  const headline = page.getByRole('heading', { name: /^Your ideas deserve to be/ })
  await headline.getByRole('button', { name: 'Pause animation' }).click()
  const text = await headline.locator('[data-typewriter]').textContent()
  await page.clock.runFor(2500)
  await expect(headline.locator('[data-typewriter]')).toHaveText(text ?? '')
  await headline.getByRole('button', { name: 'Play animation' }).click()
  await expect(headline.locator('[data-typewriter]')).not.toHaveText(text ?? '')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(headline.locator('[data-typewriter]')).toBeHidden()
  await expect(headline.getByRole('button')).toHaveCount(0)
  await expect(headline.getByText('heard, read, seen, watched, understood')).toBeVisible()
  await expect(page.getByText('learn, understand, navigate, apply', { exact: true })).toBeVisible()
})

test('questions open by mouse and keyboard', async () => {
  await page.goto('/')
  const answer = page.getByText(/^The minutes you buy never do\./)
  await expect(answer).toBeHidden()
  await page.getByText('Do minutes expire?').click()
  await expect(answer).toBeVisible()
  await page.getByText('Do minutes expire?').press('Enter')
  await expect(answer).toBeHidden()
})

test('every link of the page leads somewhere, and every picture loads', tagged('D155'), async ({ context }) => {
  server.answer(readStatus, { services })
  const seen = watchRequests(page)
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Access Now!' })).toBeVisible()
  const hrefs = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(20)
  for (const href of hrefs) expect(href, 'a link without a target').toMatch(/^\/|^#content$/)
  const screens = new Set(hrefs.filter((href) => href.startsWith('/')).map((href) => href.split(/[?#]/)[0] ?? ''))
  for (const screen of screens) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 }), screen).not.toHaveText('Page Not Found')
  }
  for (const { call } of seen.filter((one) => /\.(svg|png)$/.test(one.call))) {
    expect((await context.request.get(call.replace('GET ', ''))).status(), call).toBe(200)
  }
})

/** Every time of the headlines is a multiple of this, in ms. */
const stepMs = 50

/** Returns what both headlines show while the page's time passes, with the time of each change. */
async function writtenIn(page: Page, forMs: number): Promise<[Written[], Written[]]> {
  const logs: [Written[], Written[]] = [[], []]
  for (let atMs = 0; atMs < forMs; atMs += stepMs) {
    await page.clock.runFor(stepMs)
    const texts = await page.evaluate(async () => {
      // Timers draw in a task of their own.
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve())
        port1.start()
        port2.postMessage(null)
      })
      return [...document.querySelectorAll('[data-typewriter]')].map((line) => line.textContent ?? '')
    })
    for (const [line, log] of logs.entries()) {
      const text = texts[line] ?? ''
      if (log.at(-1)?.text !== text) log.push({ text, atMs })
    }
  }
  return logs
}

/** Returns the words after which the line got shorter. */
function wholeWords(log: Written[]): string[] {
  return log.flatMap(({ text }, at) =>
    (log[at + 1]?.text.length ?? text.length) < text.length && !isShorter(log, at) ? [text] : [],
  )
}

function isShorter(log: Written[], at: number): boolean {
  return at > 0 && (log[at]?.text.length ?? 0) < (log[at - 1]?.text.length ?? 0)
}

function paceOf(log: Written[]): Record<'typed' | 'paused' | 'deleted', number[]> {
  const pace = { typed: [] as number[], paused: [] as number[], deleted: [] as number[] }
  for (let at = 2; at < log.length; at++) {
    const tookMs = (log[at]?.atMs ?? 0) - (log[at - 1]?.atMs ?? 0)
    const [was, is] = [isShorter(log, at - 1), isShorter(log, at)]
    if (!is) pace.typed.push(tookMs)
    else pace[was ? 'deleted' : 'paused'].push(tookMs)
  }
  return pace
}
