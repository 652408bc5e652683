import type { Locator } from '@playwright/test'
import { as, expect, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { acmeApp, home, serveApp } from './app.ts'
import { publishable, serveBuilder } from './builder.ts'

/** The size of an organization's logo wherever its app shows it. */

// No worker exists here.
test.use({ expectedNoise: /when fetching the script/ })

const shapes = [
  { shape: 'square', width: 400, height: 400 },
  { shape: 'wide', width: 600, height: 150 },
  { shape: 'tall', width: 120, height: 480 },
] as const

/** Serves a picture of this many pixels at the address of an upload. Returns the address. */
async function serveLogo({ shape, width, height }: (typeof shapes)[number]): Promise<string> {
  const address = `/images/${shape}-logo`
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#0f766e"/></svg>`
  await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  return address
}

/** Returns the CSS pixels of the longer side of the painted picture, and of its tile's side. */
async function measure(picture: Locator): Promise<{ drawn: number; tile: number }> {
  await expect(picture).toBeVisible()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  return picture.evaluate((image: HTMLImageElement) => {
    const { clientWidth, clientHeight, naturalWidth, naturalHeight, parentElement } = image
    const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight)
    return { drawn: Math.round(Math.max(naturalWidth, naturalHeight) * scale), tile: parentElement?.clientWidth ?? 0 }
  })
}

/** Checks that the picture is as large as its tile, less a border, whatever surrounds it. */
async function expectDrawnOn(picture: Locator, side: number): Promise<void> {
  const { drawn, tile } = await measure(picture)
  expect(tile).toBeGreaterThanOrEqual(side - 2)
  expect(drawn).toBeGreaterThanOrEqual(side - 2)
  expect(drawn).toBeLessThanOrEqual(side)
}

test('every logo fills its tile in the app and its header, on phones and desktops', tagged('S389'), async () => {
  for (const logo of shapes) {
    serveApp(server, { ...acmeApp, logoUrl: await serveLogo(logo) })
    for (const [width, side] of [
      [320, 96],
      [390, 96],
      [1440, 144],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(home)
      await expectDrawnOn(page.getByRole('banner').locator('img'), 32)
      await expectDrawnOn(page.getByRole('main').locator('section img').first(), side)
    }
  }
})

test('every logo fills its tile in the builder, its preview and its icon', tagged('S389'), async () => {
  as(ownerMe)
  for (const logo of shapes) {
    const logoUrl = await serveLogo(logo)
    serveBuilder(server, { ...publishable, logoUrl, shownLogoUrl: logoUrl })
    await page.goto('/organization-dashboard?tab=pwa')
    await expectDrawnOn(page.getByRole('form', { name: 'Your app' }).locator('img').first(), 64)
    await expectDrawnOn(page.getByRole('region', { name: 'Preview of the app' }).locator('img').first(), 96)
    const icon = page.getByRole('region', { name: 'Preview', exact: true }).locator('img').last()
    await expectDrawnOn(icon, 56)
  }
})
