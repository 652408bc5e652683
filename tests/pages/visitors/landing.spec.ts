import type { Locator } from '@playwright/test'
import * as luna from '#tests/pages.ts'
import { expect, main, page, press, tagged, test } from '#tests/pages.ts'
import { screens } from '../../looks/screens.ts'

test('a headline can be paused, and has all its words under reduced motion', tagged('D157'), async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await luna.whenTakenOver(page)
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

test('every link leads somewhere, and every picture loads', tagged('D155 D158'), async ({ context }) => {
  const seen = luna.watchRequests(page)
  await page.goto('/')
  await expect(page).toHaveTitle('Luna · Learn. Understand. Navigate. Apply.')
  await expect(main().getByRole('link', { name: 'Get Access Now!' })).toBeVisible()
  const readLinks = async (part: Locator) => {
    await expect(part.getByRole('link').first()).toBeVisible()
    return part.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  }
  const hrefs = await readLinks(page.locator('body'))
  expect(hrefs.length).toBeGreaterThan(20)
  for (const href of hrefs) expect(href, 'a link without a target').toMatch(/^\/|^#content$/)
  const samples = page.locator('[data-showcase] img')
  await expect(samples).toHaveCount(3)
  for (const image of await samples.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  for (const { call } of seen.filter((one) => /\.(svg|png)$/.test(one.call)))
    expect((await context.request.get(call.replace('GET ', ''))).status(), call).toBe(200)
  for (const path of ['/privacy-policy', '/terms-of-service']) {
    await page.goto(path)
    hrefs.push(...(await readLinks(main())))
  }
  const paths = new Set(hrefs.filter((href) => href !== '#content').map((href) => href.split(/[?#]/)[0]))
  for (const path of paths) expect(Object.values(screens).flat()).toContain(path)
})
