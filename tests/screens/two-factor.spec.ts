import fs from 'node:fs'
import { codeOf, wrongCodeOf } from '../app-codes.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { breakWrites } from './faults.ts'
import type { Locator } from '@playwright/test'
import { expect, type Page, test } from './fixtures.ts'
import { pressFor, tabTo } from '../kit/keyboard.ts'
import { enter, makeAdmin, password, type Person, registered, sql } from './people.ts'
import { forgetUsedCodes, protect } from './two-factor-people.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

async function open(page: Page, person: Person): Promise<Locator> {
  await enter(page.context(), person)
  await page.goto('/profile')
  return page.getByRole('region', { name: 'Two-factor sign-in' })
}

/** The key that is shown for typing. */
async function readKey(dialog: Locator): Promise<string> {
  return (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
}

test('two-factor is turned on with password, app and a first code, and its codes are kept (D27)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await registered()
  const section = await open(page, person)
  await expect(section).toContainText('Off')
  await section.getByRole('button', { name: 'Turn On' }).click()
  const asking = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' })
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByText('Your current password is required')).toBeVisible()
  await asking.getByLabel('Current password').fill('wrong-horse-1')
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByText('This is not your current password.')).toBeVisible()
  await asking.getByLabel('Current password').fill(password)
  await asking.getByRole('button', { name: 'Continue' }).click()

  const connecting = page.getByRole('dialog', { name: 'Connect your app' })
  await expect(connecting.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await readKey(connecting)
  await expect(connecting.getByRole('link', { name: 'open the app on this device' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/Luna:.*secret=${secret}`),
  )
  await connecting.getByRole('button', { name: 'Copy Key' }).click()
  await expect(toastOf(page)).toContainText('Key Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  const code = connecting.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await code.fill(wrongCodeOf(secret))
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(connecting.getByText('This code is not right, or was used already.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codeOf(secret))
  const release = await hold(page, '**/api/account/two-factor/confirm')
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(connecting.getByText('Checking…')).toBeVisible()
  await release()

  const keeping = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  const items = keeping.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await keeping.getByRole('button', { name: 'Copy' }).click()
  await expect(toastOf(page).filter({ hasText: 'Codes Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`)
  const downloading = page.waitForEvent('download')
  await keeping.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('luna-recovery-codes.txt')
  expect(fs.readFileSync(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
  await page.keyboard.press('Escape')
  await expect(keeping.getByRole('status')).toContainText('Please keep the codes first')
  await keeping.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(keeping).toBeHidden()
  await expect(section).toContainText('10 recovery codes left')
})

test('new recovery codes, and turning it off, ask for password and code (D27)', async ({ page }) => {
  const person = await protect(await registered())
  await sql(
    'delete from recovery_code where user_id = $1 and code_hash <> (select min(code_hash) from recovery_code where user_id = $1)',
    [person.id],
  )
  const section = await open(page, person)
  await expect(section).toContainText('1 recovery code left. Make new ones before you need them.')
  await section.getByRole('button', { name: 'New Recovery Codes' }).click()
  const making = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await making.getByLabel('Current password').fill(password)
  await making.getByLabel('Code', { exact: true }).fill(codeOf(person.secret))
  const mend = await breakWrites('recovery_code', 'insert', person)
  await making.getByRole('button', { name: 'Make New Codes' }).click()
  await expect(toastOf(page)).toContainText('Failed to make new codes')
  await mend()
  await making.getByRole('button', { name: 'Make New Codes' }).click()
  const keeping = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(keeping.getByRole('listitem')).toHaveCount(10)
  const [fresh = ''] = await keeping.getByRole('listitem').allInnerTexts()
  await keeping.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(section).toContainText('10 recovery codes left')

  await section.getByRole('button', { name: 'Turn Off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' })
  await off.getByLabel('Current password').fill(password)
  await off.getByLabel('Code', { exact: true }).fill(wrongCodeOf(person.secret))
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(off.getByText('This code is not right, or was used already.')).toBeVisible()
  await off.getByRole('button', { name: 'Use a recovery code' }).click()
  await off.getByLabel('Recovery code').fill(fresh)
  await closeToasts(page)
  const mendOff = await breakWrites('two_factor', 'delete', person)
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(toastOf(page)).toContainText('Failed to turn off two-factor')
  await mendOff()
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(toastOf(page).filter({ hasText: 'Two-Factor Is Off' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
  expect(await sql('select from two_factor where user_id = $1', [person.id])).toEqual([])
})

test('a platform admin who must have two-factor is led to set it up first (D27)', async ({ page, context }) => {
  const person = await registered()
  await makeAdmin(person)
  await enter(context, person)
  const setRequired = (isRequired: boolean) =>
    sql(
      `insert into platform_setting (setting_key, setting_value, updated_at)
       values ('adminTwoFactorRequired', to_jsonb($1::boolean), now())
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
      [isRequired],
    )
  await setRequired(true)
  try {
    for (const path of ['/', '/marketplace', '/admin']) {
      await page.goto(path)
      await expect(page).toHaveURL('/profile#two-factor')
    }
    const section = page.getByRole('region', { name: 'Two-factor sign-in' })
    await expect(section).toContainText('Required for platform admins')
    await section.getByRole('button', { name: 'Turn On' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(await readKey(dialog)))
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    await dialog.getByRole('button', { name: 'I Saved Them' }).click()
    await expect(section).not.toContainText('Required for platform admins')
    await page.goto('/')
    await expect(page).toHaveURL('/dashboard')
  } finally {
    await setRequired(false)
  }
})

test('the state of two-factor loads, and a failure can be tried again', async ({ page }) => {
  const person = await registered()
  const release = await hold(page, '**/api/account/two-factor')
  const section = await open(page, person)
  await expect(section.getByText('Loading your two-factor sign-in…')).toBeAttached()
  await release()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
  await sql('alter table recovery_code rename column used_at to used_at_away')
  await page.reload()
  await expect(section).toContainText('We could not load your two-factor sign-in')
  await sql('alter table recovery_code rename column used_at_away to used_at')
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
})

test('two-factor by keyboard, and every step of it accessible (D27)', async ({ page }) => {
  // Five looks, each in two themes at two widths.
  test.slow()
  const person = await registered()
  const section = await open(page, person)
  await tabTo(page, section.getByRole('button', { name: 'Turn On' }))
  const dialog = page.getByRole('dialog')
  await pressFor(page, 'Enter', dialog)
  await expect(dialog.getByLabel('Current password')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Current password').fill(password)
  await pressFor(page, 'Enter', dialog.getByRole('img'))
  await expectAccessible(page)
  const secret = await readKey(dialog)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await pressFor(page, 'Enter', dialog.getByRole('list'))
  await closeToasts(page)
  await expectAccessible(page)
  await tabTo(page, dialog.getByRole('button', { name: 'I Saved Them' }))
  await pressFor(page, 'Enter', section.getByRole('button', { name: 'Turn Off' }))
  await section.getByRole('button', { name: 'Turn Off' }).click()
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await pressFor(page, 'Enter', page.getByRole('heading', { level: 1, name: 'Enter your code' }))
  await expectAccessible(page)
  await forgetUsedCodes(person)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/login')
})
