import { tagged } from '../../../kit/tags.ts'
import sharp from 'sharp'
import { expect, test, type Page } from '../../fixtures.ts'
import { assignAgent, organizationWith, type Organization } from '../organizations.ts'
import { enter, registered, sql } from '../../people.ts'
import { closeToasts, toastOf } from '../../../kit/browser/watch.ts'

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

async function rowOf({ id }: Organization): Promise<Record<string, unknown> | undefined> {
  const [row] = await sql(
    `select setting.*, primary_color from pwa_setting as setting
     join organization on organization.id = organization_id where organization_id = $1`,
    [id],
  )
  return row
}

test(
  'an app is built, published, opened by all, and unpublished; its old address redirects',
  tagged('S388 S389 S453 D137 D138 D139 D140 D151'),
  async ({ page, context }) => {
    const owner = await registered('Olga')
    const firm = await organizationWith(owner)
    await assignAgent(firm.id, owner, 'Mindset Coach')
    // As a platform admin does it.
    await sql(
      `insert into pwa_setting (organization_id, app_name, granted_at, created_at, updated_at)
     values ($1, $2, now(), now(), now())`,
      [firm.id, firm.name],
    )
    const [before] = await sql<{ slug: string }>('select slug from organization where id = $1', [firm.id])
    const slug = `southwind-${firm.id}`
    await enter(context, owner)
    await page.goto('/organization-dashboard?tab=pwa')
    await field(page, 'App name').fill('Southwind on the go')
    await field(page, 'Primary color').fill('#0f766e')
    await field(page, 'Name in the address').fill(slug)
    await page.getByRole('button', { name: 'Save App' }).click()
    await expect(toastOf(page)).toContainText('App Saved')
    await closeToasts(page)
    expect(await rowOf(firm)).toMatchObject({ app_name: 'Southwind on the go', primary_color: '#0f766e' })
    const reply = await page.request.get(`/o/${before?.slug}/`, { maxRedirects: 0 })
    expect([reply.status(), reply.headers().location]).toEqual([302, `/o/${slug}/`])

    const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0e7490' } })
      .png()
      .toBuffer()
    await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(toastOf(page)).toContainText('Logo Saved')
    await closeToasts(page)
    const shown = page.getByRole('region', { name: 'Preview of the app' }).locator('img').first()
    await expect(shown).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(toastOf(page)).toContainText('App Published')
    await closeToasts(page)
    const address = (await panel.getByRole('link', { name: /Open App/ }).getAttribute('href')) ?? ''
    expect((await fetch(new URL(`${address}manifest.webmanifest`, page.url()))).status).toBe(200)
    await panel.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish App' }).click()
    await expect(toastOf(page)).toContainText('App Unpublished')
    expect(await rowOf(firm)).toMatchObject({ is_active: false })
    expect((await fetch(new URL(`${address}manifest.webmanifest`, page.url()))).status).toBe(404)
  },
)
