import fs from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { breakWrites } from './faults.ts'
import { expect, test, url, type Page } from './fixtures.ts'
import { enter, registered, setSubscription, sql, type Person } from './people.ts'
import { mailedLink, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

async function open(page: Page, person: Person, address = '/profile'): Promise<void> {
  await enter(page.context(), person)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
}

async function confirm(person: Person): Promise<Person> {
  await sql('update users set email_verified = true where id = $1', [person.id])
  return person
}

test('own data is exported: asked for, made, downloaded here and by the mailed link (D28)', async ({ page }) => {
  const person = await confirm(await registered('Robin'))
  await open(page, person)
  const section = page.getByRole('region', { name: 'Your data' })
  const mend = await breakWrites('data_export', 'insert', person)
  await section.getByRole('button', { name: 'Export My Data' }).click()
  await expect(toastOf(page)).toContainText('Failed to start your export')
  await mend()
  await section.getByRole('button', { name: 'Export My Data' }).press('Enter')
  const link = section.getByRole('link', { name: 'Download Archive' })
  await expect(link).toBeVisible()
  await expect(section).toContainText('Until')
  await expect(section.getByRole('button', { name: 'Export Again' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('luna-export.zip')
  const files = unzipSync(fs.readFileSync(await download.path()))
  expect(strFromU8(files['profile.json'] ?? new Uint8Array())).toContain(person.email)

  const mailed = await mailedLink(url, person.email, 'Your data is ready')
  expect(new URL(mailed).pathname).toBe(await link.getAttribute('href'))
})

test('an archive that is being made says so and appears by itself, on every screen (D28)', async ({ page }) => {
  const person = await confirm(await registered())
  // Without the work behind it, so that it lasts as long as it is looked at.
  await sql('insert into data_export (user_id, requested_at) values ($1, now())', [person.id])
  await open(page, person)
  const section = page.getByRole('region', { name: 'Your data' })
  await expect(section).toContainText(`Your archive is being made. You can leave this page: we also send the link to`)
  await expect(section).toContainText(person.email)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await sql(
    `update data_export set ready_at = now(), expires_at = now() + interval '1 day', archive = 'x' where user_id = $1`,
    [person.id],
  )
  await expect(section.getByRole('link', { name: 'Download Archive' })).toBeVisible()
  await expectAccessible(page)
})

test('a fourth wish of the day names the reason (D28)', async ({ page }) => {
  const person = await confirm(await registered())
  await open(page, person)
  await sql(
    `insert into rate_limit (key, window_start, hits, expires_at)
     select 'export:' || $1, to_timestamp(floor(extract(epoch from now()) / 86400 + days) * 86400), 1000000,
       now() + interval '2 days'
     from generate_series(0, 1) as days`,
    [person.id],
  )
  await page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Export My Data' }).click()
  await expect(toastOf(page)).toContainText('You have asked for 3 exports today. Please try again tomorrow.')
})

test('a mailed link that is past its time leads to the page that offers a new one (D28)', async ({ page, context }) => {
  const person = await confirm(await registered())
  await enter(context, person)
  await page.goto(`/api/account/exports/${crypto.randomUUID()}/file`)
  await expect(page).toHaveURL('/profile#export')
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeInViewport()
})

test('an export needs a confirmed address, and says so (D24)', async ({ page }) => {
  await open(page, await registered())
  const section = page.getByRole('region', { name: 'Your data' })
  await expect(section).toContainText('Please confirm your email address first')
  await expect(section.getByRole('button')).toHaveCount(0)
})

test('whose access has ended finds the export there (D6)', async ({ page, context }) => {
  const person = await confirm(await registered())
  await setSubscription(person, 'canceled')
  await enter(context, person)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Export My Data' }).click()
  await expect(page).toHaveURL('/profile#export')
  await expect(page.getByRole('region', { name: 'Your data' })).toBeInViewport()
})
