import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { organizationWith } from './organizations.ts'
import { enter, registered, sql } from './people.ts'
import { field, grant, openBuilder, owned, rowOf, save } from './pwa-builder.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

test('an address that is taken is said at its field, with a free one to use; the old one leads on (D138)', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  const other = await organizationWith(await registered())
  const slug = `harbor-${other.id}`
  await sql('update organization set slug = $1 where id = $2', [slug, other.id])
  const [before] = await sql<{ slug: string }>('select slug from organization where id = $1', [firm.id])
  await enter(context, owner)
  await openBuilder(page)
  await field(page, 'Name in the address').fill(slug)
  await expect(page.getByText(`/o/${slug}/`)).toBeVisible()
  await page.getByRole('button', { name: 'Save App' }).click()
  await expect(page.getByText('This address is taken. Please choose another one.').first()).toBeVisible()
  await page.getByRole('button', { name: `Use ${slug}-2` }).click()
  await expect(field(page, 'Name in the address')).toHaveValue(`${slug}-2`)
  await closeToasts(page)
  await save(page)
  await expect(page.getByRole('link', { name: /Preview Draft/ })).toHaveAttribute('href', `/o/${slug}-2/`)
  const reply = await page.request.get(`/o/${before?.slug}/`, { maxRedirects: 0 })
  expect([reply.status(), reply.headers().location]).toEqual([302, `/o/${slug}-2/`])
})

test('who may publish does so, opens the app, and takes it back after a question (S389, D139, D140)', async ({
  page,
  context,
}) => {
  const { owner, firm } = await owned()
  await grant(firm)
  await enter(context, owner)
  await openBuilder(page)
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByText(/Publishing costs/)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toastOf(page)).toContainText('App Published')
  await closeToasts(page)
  await expect(panel.getByText('Published', { exact: true })).toBeVisible()
  const address = (await panel.getByRole('link', { name: /Open App/ }).getAttribute('href')) ?? ''
  expect((await fetch(new URL(`${address}manifest.webmanifest`, page.url()))).status).toBe(200)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await panel.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Published' }).click()
  await expect(question).toHaveCount(0)
  expect(await rowOf(firm)).toMatchObject({ is_active: true })
  await panel.getByRole('button', { name: 'Unpublish' }).click()
  await question.getByRole('button', { name: 'Unpublish App' }).click()
  await expect(toastOf(page)).toContainText('App Unpublished')
  await expect(panel.getByText('Draft', { exact: true })).toBeVisible()
  expect(await rowOf(firm)).toMatchObject({ is_active: false })
  expect((await fetch(new URL(`${address}manifest.webmanifest`, page.url()))).status).toBe(404)
})

test('publishing that is no longer granted is refused with the offer (D140)', async ({ page, context }) => {
  const { owner, firm } = await owned()
  await grant(firm)
  await enter(context, owner)
  await openBuilder(page)
  const publish = page.getByRole('tabpanel').getByRole('button', { name: 'Publish', exact: true })
  await expect(publish).toBeVisible()
  await sql('update pwa_setting set granted_at = null where organization_id = $1', [firm.id])
  await publish.click()
  await expect(toastOf(page)).toContainText('Failed to publish your app')
  await expect(toastOf(page)).toContainText('$300 once and $20 a month')
  await expect(page.getByText(/Publishing costs \$300 once and \$20 a month/)).toBeVisible()
  await expect(publish).toHaveCount(0)
})
