import fs from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test, url } from '../fixtures.ts'
import { enter, registered, sql } from '../people.ts'
import { mailedLink } from '../../kit/browser/watch.ts'

test('personal data is exported: requested, made, downloaded here and by the mailed link, which leads back once expired (D28)', async ({
  page,
  context,
}) => {
  const person = await registered('Robin')
  await sql('update users set email_verified = true where id = $1', [person.id])
  await enter(context, person)
  await page.goto(`/api/account/exports/${crypto.randomUUID()}/file`)
  await expect(page).toHaveURL('/profile#export')
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Export My Data' }).click()
  const link = section.getByRole('link', { name: 'Download Archive' })
  await expect(link).toBeVisible()
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('luna-export.zip')
  const files = unzipSync(fs.readFileSync(await download.path()))
  expect(strFromU8(files['profile.json'] ?? new Uint8Array())).toContain(person.email)

  const mailed = await mailedLink(url, person.email, 'Your data is ready')
  expect(new URL(mailed).pathname).toBe(await link.getAttribute('href'))
})
