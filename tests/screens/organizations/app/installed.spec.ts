import { brandedFirm } from './branded-apps.ts'
import { expect, test, url, type Page } from '../../fixtures.ts'
import { assignAgent } from '../organizations.ts'
import { registered } from '../../people.ts'

/** Returns what the app has in its caches, by path. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
  })
}

/** Waits until the worker of the app has stored the page. */
async function whenKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test.describe('an app without a network (D139)', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

  test('shows its own page, and stores nothing but the built files', async ({ page, context }) => {
    const owner = await registered('Olga')
    const firm = await brandedFirm(owner)
    await assignAgent(firm.id, owner, 'Mindset Coach')
    await page.goto(firm.home)
    await whenKept(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`App of ${firm.name}`)
    const [registration] = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    )
    expect(registration).toBe(`${url}${firm.home}`)

    await context.setOffline(true)
    await page.goto(`${firm.home}agents`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText(`App of ${firm.name} needs a connection.`)).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 118, 110)')
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192)
    const kept = await keptPaths(page)
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
    const own = [`${firm.home}offline`, `${firm.home}offline.css`, `${firm.home}icons/icon-192.png`]
    expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(own.toSorted())

    await context.setOffline(false)
    await page.goto(firm.home)
    await page.getByRole('link', { name: 'Start Talking' }).waitFor()
  })
})
