import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
  twoFactor,
} from '#contract/identity/two-factor.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { click, closeToasts, field, fill, heading, toastOf } from '#tests/components/words.ts'
import { password, recoveryCodes, secretAddress, serveProfile, serveTurningOn } from '#tests/pages/identity/identity.ts'
import { twoFactorOff, twoFactorOn, twoFactorSecret } from '#tests/pages/identity/identity.ts'
import { adminMe, registeredMe } from '#tests/pages/people.ts'

const wrongCode = 'This code is wrong or has already been used. Please try another one.'
const section = () => page.getByRole('region', { name: 'Two-factor sign-in' })
const dialogOf = (name: string) => page.getByRole('dialog', { name })

async function open(me: Me = registeredMe): Promise<void> {
  as(me)
  await page.goto('/profile')
  await expect(heading('Profile & security')).toBeVisible()
}

beforeEach(() => serveProfile(server))

it('two-factor is turned on with password, app and a first code', tags('D27'), async () => {
  server.break(twoFactor)
  const release = server.hold(twoFactor)
  await open()
  await expect(section().getByText('Loading your two-factor sign-in…')).toBeVisible()
  release()
  await expect(section()).toContainText('We could not load your two-factor sign-in')
  server.answer(twoFactor, twoFactorOff)
  await section().getByRole('button', { name: 'Retry' }).click()
  await section().getByRole('button', { name: 'Turn On' }).click()
  const asking = dialogOf('Turn on two-factor sign-in')
  await click('Continue')
  await expect(asking.getByText('Your current password is required')).toBeVisible()
  expect(server.asked(beginTwoFactor)).toEqual([])
  server.refuse(beginTwoFactor, 'wrong_password', { field: 'currentPassword' })
  await fill({ 'Current password': password })
  await click('Continue')
  await expect(asking.getByText('This is not your current password.')).toBeVisible()
  serveTurningOn(server)
  await click('Continue')

  const connecting = dialogOf('Connect your app')
  await expect(connecting.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(connecting.locator('code')).toHaveText(twoFactorSecret.match(/.{4}/g)?.join(' ') ?? '')
  await expect(connecting.getByRole('link', { name: 'open the app on this device' })).toHaveAttribute(
    'href',
    secretAddress,
  )
  await expect(field('Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field('Code')).toHaveAttribute('inputmode', 'numeric')
  server.refuse(confirmTwoFactor, 'wrong_code', { field: 'code' })
  await fill({ Code: '123456' })
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(connecting.getByText(wrongCode)).toBeVisible()
  await expect(field('Code')).toBeFocused()
  serveTurningOn(server)
  await fill({ Code: '654321' })
  const check = server.hold(confirmTwoFactor)
  await connecting.getByRole('button', { name: 'Turn On' }).click()
  await expect(connecting.getByText('Checking…')).toBeVisible()
  check()
  const keeping = dialogOf('Save your recovery codes')
  await expect(keeping.getByRole('listitem')).toHaveText(recoveryCodes)
  // The only time that they are shown: nothing dismisses them by accident.
  await page.keyboard.press('Escape')
  await expect(keeping.getByRole('status')).toContainText('Please save your codes first')
  await click('I Saved Them')
  await expect(keeping).toBeHidden()
  expect(server.asked(confirmTwoFactor).map(({ body }) => body.code)).toEqual(['123456', '654321'])
  await expect(section()).toContainText('10 recovery codes left')
})

it('new recovery codes, and turning it off, require password and code', tags('D27'), async () => {
  server.answer(twoFactor, twoFactorOn(1))
  await open()
  await expect(section()).toContainText('OnSince Nov 10, 2026')
  await expect(section()).toContainText('1 recovery code left. Make new ones before you run out.')
  await click('New Recovery Codes')
  await fill({ 'Current password': password, Code: '123456' })
  server.break(renewRecoveryCodes)
  await click('Make New Codes')
  await expect(toastOf()).toHaveText(/Failed to make new codes.*Your current codes still work. Please try again./)
  await closeToasts()
  server.answer(renewRecoveryCodes, { recoveryCodes })
  server.answer(twoFactor, twoFactorOn(10))
  await click('Make New Codes')
  await expect(dialogOf('Save your recovery codes').getByRole('listitem')).toHaveText(recoveryCodes)
  await click('I Saved Them')
  await expect(section().getByText('10 recovery codes left', { exact: true })).toBeVisible()
  expect(server.asked(renewRecoveryCodes).at(-1)?.body).toEqual({ currentPassword: password, code: '123456' })

  await click('Turn Off')
  const off = dialogOf('Turn off two-factor sign-in?')
  const confirm = off.getByRole('button', { name: 'Turn Off' })
  await fill({ 'Current password': password, Code: '654321' })
  server.refuse(turnOffTwoFactor, 'wrong_code', { field: 'code' })
  await confirm.click()
  await expect(off.getByText(wrongCode)).toBeVisible()
  await click('Use a recovery code')
  await fill({ 'Recovery code': 'AAAA-BBBB-CCCC-DD20' })
  await closeToasts()
  server.break(turnOffTwoFactor)
  await confirm.click()
  await expect(toastOf()).toContainText('Failed to turn off two-factor')
  server.answer(turnOffTwoFactor, { success: true })
  server.answer(twoFactor, twoFactorOff)
  await confirm.click()
  await expect(toastOf().filter({ hasText: 'Two-Factor Is Off' })).toBeVisible()
  await expect(section().getByRole('button', { name: 'Turn On' })).toBeVisible()
  const code = 'AAAA-BBBB-CCCC-DD20'
  expect(server.asked(turnOffTwoFactor).at(-1)?.body).toEqual({ currentPassword: password, code })
})

it('a platform admin who must have two-factor is first led to set it up', tags('D27'), async () => {
  as({ ...adminMe, role: 'user', hasAccess: false, mustSetUpTwoFactor: true })
  for (const path of ['/', '/marketplace', '/admin']) {
    await page.goto(path)
    await expect(page).toHaveURL('/profile#two-factor')
  }
  await expect(section()).toContainText('Required for platform admins')
  serveTurningOn(server)
  await click('Turn On')
  await fill({ 'Current password': password })
  await click('Continue')
  await fill({ Code: '123456' })
  as(adminMe)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn On' }).click()
  await click('I Saved Them')
  await expect(section()).toContainText('10 recovery codes left')
  await expect(section()).not.toContainText('Required for platform admins')
})
