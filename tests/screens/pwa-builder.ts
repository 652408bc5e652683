import { expect, type Page } from './fixtures.ts'
import { organizationWith, type Organization } from './organizations.ts'
import { type Person, registered, sql } from './people.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

/** The tab in which an organization's app is made. */

export const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the app' })
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
export const color = (page: Page, name: string) => field(page, `${name} color`)
export const status = (page: Page) => page.getByRole('form', { name: 'Your app' }).getByRole('status')

export async function owned(): Promise<{ owner: Person; firm: Organization }> {
  const owner = await registered('Olga')
  return { owner, firm: await organizationWith(owner) }
}

/** As a platform admin does it. */
export async function grant({ id, name }: Organization): Promise<void> {
  await sql(
    `insert into pwa_setting (organization_id, app_name, granted_at, created_at, updated_at)
     values ($1, $2, now(), now(), now())`,
    [id, name],
  )
}

export async function rowOf({ id }: Organization): Promise<Record<string, unknown> | undefined> {
  return (await sql('select * from pwa_setting where organization_id = $1', [id]))[0]
}

/** Opens the builder as people do: by its tab. */
export async function openBuilder(page: Page): Promise<void> {
  await page.goto('/organization-dashboard')
  await page.getByRole('tab', { name: 'PWA Builder' }).click()
  await expect(page).toHaveURL('/organization-dashboard?tab=pwa')
  await expect(field(page, 'App name')).toBeVisible()
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(toastOf(page)).toContainText('App Saved')
  await closeToasts(page)
}
