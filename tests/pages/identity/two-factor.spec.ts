import fs from 'node:fs'
import type { Locator } from '@playwright/test'
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
  twoFactor,
} from '#contract/identity/two-factor.ts'
import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import {
  adminMe,
  as,
  closeToasts,
  expect,
  type FakeServer,
  page,
  type Page,
  registeredMe,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { serveDashboard } from '../conversations/home.ts'
import { openProfile, password, serveProfile, twoFactorOff, twoFactorOn } from './identity.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const told = {
  secret,
  address: `otpauth://totp/Luna:robin.reed%40example.com?issuer=Luna&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
}
const recoveryCodes = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DD2${i}`)

/** Answers the way from off to on. */
function serveTurningOn(server: FakeServer): void {
  server.answer(beginTwoFactor, told)
  server.answer(confirmTwoFactor, () => {
    server.answer(twoFactor, twoFactorOn(10))
    return { recoveryCodes }
  })
}

function sectionOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Two-factor sign-in' })
}

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

test('two-factor is turned on with password, app and a first code, and its codes are saved (D27)', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  as(registeredMe)
  serveProfile(server)
  await openProfile(page)
  const section = sectionOf(page)
  await expect(section).toContainText('Off')
  await section.getByRole('button', { name: 'Turn On' }).click()
  const asking = page.getByRole('dialog', { name: 'Turn on two-factor sign-in' })
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByText('Your current password is required')).toBeVisible()
  expect(server.asked(beginTwoFactor)).toEqual([])
  server.refuse(beginTwoFactor, 'wrong_password', { field: 'currentPassword' })
  await asking.getByLabel('Current password').fill('wrong-horse-1')
  await asking.getByRole('button', { name: 'Continue' }).click()
  await expect(asking.getByText('This is not your current password.')).toBeVisible()
  serveTurningOn(server)
  await asking.getByLabel('Current password').fill(password)
  await asking.getByRole('button', { name: 'Continue' }).click()

  const connecting = page.getByRole('dialog', { name: 'Connect your app' })
  await expect(connecting.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(connecting.locator('code')).toHaveText(secret.match(/.{4}/g)?.join(' ') ?? '')
  await expect(connecting.getByRole('link', { name: 'open the app on this device' })).toHaveAttribute(
    'href',
    told.address,
  )
  await connecting.getByRole('button', { name: 'Copy Key' }).click()
  await expect(toastOf(page)).toContainText('Key Copied')
  expect(await readClipboard(page)).toBe(secret)
  await closeToasts(page)
  const code = connecting.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  server.refuse(confirmTwoFactor, 'wrong_code', { field: 'code' })
  await code.fill('123456')
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(
    connecting.getByText('This code is wrong or has already been used. Please try another one.'),
  ).toBeVisible()
  await expect(code).toBeFocused()
  serveTurningOn(server)
  await code.fill('654321')
  const release = server.hold(confirmTwoFactor)
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(connecting.getByText('Checking…')).toBeVisible()
  release()
  await expectKeeping(page)
  expect(server.asked(confirmTwoFactor).map(({ body }) => body.code)).toEqual(['123456', '654321'])
  await expect(section).toContainText('10 recovery codes left')
})

/**
 * Checks the only time that the codes are shown: they can be copied and downloaded, and are not dismissed by accident.
 */
async function expectKeeping(page: Page): Promise<void> {
  const keeping = page.getByRole('dialog', { name: 'Save your recovery codes' })
  const items = keeping.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveText(recoveryCodes)
  await keeping.getByRole('button', { name: 'Copy' }).click()
  await expect(toastOf(page).filter({ hasText: 'Codes Copied' })).toBeVisible()
  expect(await readClipboard(page)).toBe(`${recoveryCodes.join('\n')}\n`)
  const downloading = page.waitForEvent('download')
  await keeping.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('luna-recovery-codes.txt')
  expect(fs.readFileSync(await download.path(), 'utf8')).toBe(`${recoveryCodes.join('\n')}\n`)
  await page.keyboard.press('Escape')
  await expect(keeping.getByRole('status')).toContainText('Please save your codes first')
  await keeping.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(keeping).toBeHidden()
}

test('new recovery codes, and turning it off, require password and code', tagged('D27'), async () => {
  as(registeredMe)
  serveProfile(server)
  server.answer(twoFactor, twoFactorOn(1))
  await openProfile(page)
  const section = sectionOf(page)
  await expect(section).toContainText('OnSince Nov 10, 2026')
  await expect(section).toContainText('1 recovery code left. Make new ones before you run out.')
  await section.getByRole('button', { name: 'New Recovery Codes' }).click()
  const making = page.getByRole('dialog', { name: 'Make new recovery codes' })
  await making.getByLabel('Current password').fill(password)
  await making.getByLabel('Code', { exact: true }).fill('123456')
  server.break(renewRecoveryCodes)
  await making.getByRole('button', { name: 'Make New Codes' }).click()
  await expect(toastOf(page)).toContainText('Failed to make new codes')
  await expect(toastOf(page)).toContainText('Your current codes still work. Please try again.')
  server.answer(renewRecoveryCodes, { recoveryCodes })
  server.answer(twoFactor, twoFactorOn(10))
  await making.getByRole('button', { name: 'Make New Codes' }).click()
  const keeping = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(keeping.getByRole('listitem')).toHaveText(recoveryCodes)
  await keeping.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(section.getByText('10 recovery codes left', { exact: true })).toBeVisible()
  expect(server.asked(renewRecoveryCodes).at(-1)?.body).toEqual({ currentPassword: password, code: '123456' })

  await section.getByRole('button', { name: 'Turn Off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' })
  await off.getByLabel('Current password').fill(password)
  await off.getByLabel('Code', { exact: true }).fill('654321')
  server.refuse(turnOffTwoFactor, 'wrong_code', { field: 'code' })
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(off.getByText('This code is wrong or has already been used. Please try another one.')).toBeVisible()
  await off.getByRole('button', { name: 'Use a recovery code' }).click()
  await off.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC-DD20')
  await closeToasts(page)
  server.break(turnOffTwoFactor)
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(toastOf(page)).toContainText('Failed to turn off two-factor')
  server.answer(turnOffTwoFactor, { success: true })
  server.answer(twoFactor, twoFactorOff)
  await off.getByRole('button', { name: 'Turn Off' }).click()
  await expect(toastOf(page).filter({ hasText: 'Two-Factor Is Off' })).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
  expect(server.asked(turnOffTwoFactor).at(-1)?.body).toEqual({
    currentPassword: password,
    code: 'AAAA-BBBB-CCCC-DD20',
  })
})

test('a platform admin who must have two-factor is first led to set it up', tagged('D27'), async () => {
  as({ ...adminMe, role: 'user', hasAccess: false, mustSetUpTwoFactor: true })
  serveProfile(server)
  for (const path of ['/', '/marketplace', '/admin']) {
    await page.goto(path)
    await expect(page).toHaveURL('/profile#two-factor')
  }
  const section = sectionOf(page)
  await expect(section).toContainText('Required for platform admins')
  await expect(section).toBeInViewport()
  serveTurningOn(server)
  await section.getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill('123456')
  as(adminMe)
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await dialog.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(section).toContainText('10 recovery codes left')
  await expect(section).not.toContainText('Required for platform admins')
  serveDashboard(server)
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('the state of two-factor loads, and a failure can be tried again', async () => {
  as(registeredMe)
  serveProfile(server)
  server.break(twoFactor)
  const release = server.hold(twoFactor)
  await openProfile(page)
  const section = sectionOf(page)
  await expect(section.getByText('Loading your two-factor sign-in…')).toBeAttached()
  release()
  await expect(section).toContainText('We could not load your two-factor sign-in')
  server.answer(twoFactor, twoFactorOff)
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
})

test('two-factor is turned on by keyboard', tagged('D27'), async () => {
  as(registeredMe)
  serveProfile(server)
  serveTurningOn(server)
  await openProfile(page)
  const section = sectionOf(page)
  await tabTo(page, section.getByRole('button', { name: 'Turn On' }))
  const dialog = page.getByRole('dialog')
  await pressFor(page, 'Enter', dialog)
  await expect(dialog.getByLabel('Current password')).toBeVisible()
  await dialog.getByLabel('Current password').fill(password)
  await pressFor(page, 'Enter', dialog.getByRole('img'))
  await dialog.getByLabel('Code', { exact: true }).fill('123456')
  await pressFor(page, 'Enter', dialog.getByRole('list'))
  await closeToasts(page)
  await tabTo(page, dialog.getByRole('button', { name: 'I Saved Them' }))
  await pressFor(page, 'Enter', section.getByRole('button', { name: 'Turn Off' }))
})
