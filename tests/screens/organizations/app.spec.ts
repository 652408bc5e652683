import { context, expect, page, registered, sql, test, url } from '#tests/screens.ts'
import { organizationWith } from './organizations.ts'

test.describe('an app without a network (D139)', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ })

  test('shows its own page, and stores nothing but the built files', async () => {
    const firm = await organizationWith(await registered('Olga'))
    const home = `/o/${firm.slug}/`
    await sql("update organization set primary_color = '#0f766e' where id = $1", [firm.id])
    await sql(
      `insert into pwa_setting (organization_id, app_name, is_active, granted_at, created_at, updated_at)
       values ($1, $2, true, now(), now(), now())`,
      [firm.id, `App of ${firm.name}`],
    )
    await page.goto(home)
    // Until its worker has stored the page.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`App of ${firm.name}`)
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations())[0]?.scope)
    expect(scope).toBe(`${url}${home}`)

    await context.setOffline(true)
    await page.goto(`${home}agents`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText(`App of ${firm.name} needs a connection.`)).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 118, 110)')
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192)
    const kept = await page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map((request) => new URL(request.url).pathname)
    })
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
    const own = ['icons/icon-192.png', 'offline', 'offline.css'].map((name) => home + name)
    expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(own)

    await context.setOffline(false)
    await page.goto(home)
    await page.getByRole('link', { name: 'Start Talking' }).waitFor()
  })
})
