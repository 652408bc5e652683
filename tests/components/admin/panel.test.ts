import { adminAgents } from '#contract/agents/admin-agents.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { declineTwoFactor } from '#contract/identity/two-factor.ts'
import { settings } from '#tests/pages/admin/admin.ts'
import { planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { closeToasts, openTab, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('the communications tab shows how many messages are unread', tags('S422 D64'), async () => {
  serveUsers(server, () => [ben])
  const tab = page.getByRole('tab', { name: 'Communications' })
  for (const [count, words] of [
    [3, 'Communications3 unread'],
    [99, 'Communications99 unread'],
    [100, 'Communications99+ unread'],
    [0, 'Communications'],
  ] as const) {
    server.answer(inboxUnread, { unread: count })
    await page.goto('/admin?tab=users')
    await expect(tab).toHaveText(words)
  }
})

it('a list that cannot be loaded says so, and Retry loads it', tags('D150'), async () => {
  serveAgents(server, () => [planner])
  server.break(adminAgents)
  await page.goto('/admin?tab=agents')
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('We could not load the agents')
  server.answer(adminAgents, [planner])
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(rowsOf()).toContainText([planner.name])
})

it('the panel warns until every admin needs a second factor', tags('D27'), async () => {
  as({ ...adminMe, hasTwoFactor: true })
  serveUsers(server, () => [ben])
  server.answer(readPlatformSettings, {
    ...settings,
    settings: { ...settings.settings, adminTwoFactorRequired: false },
  })
  await openTab('users')
  await expect(page.getByText('Admins can sign in with just a password')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Security Settings' })).toHaveAttribute(
    'href',
    '/admin/settings#security',
  )
  server.answer(readPlatformSettings, settings)
  await openTab('users')
  await expect(page.getByText('Admins can sign in with just a password')).toHaveCount(0)
})

it('one notice asks an admin without two-factor to set it up, until they choose "Not now"', tags('D27'), async () => {
  as({ ...adminMe, isTwoFactorSuggested: true })
  serveUsers(server, () => [ben])
  server.answer(readPlatformSettings, {
    ...settings,
    settings: { ...settings.settings, adminTwoFactorRequired: false },
  })
  await openTab('users')
  await expect(page.getByText('Protect your admin sign-in')).toBeVisible()
  await expect(page.getByText('Admins can sign in with just a password')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Security Settings' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Set Up Two-Factor' })).toHaveAttribute('href', '/profile#two-factor')
  server.break(declineTwoFactor)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(toastOf()).toContainText("We couldn't save that")
  await expect(page.getByText('Protect your admin sign-in')).toBeVisible()
  await closeToasts()
  server.answer(declineTwoFactor, () => {
    as(adminMe)
    return { success: true as const }
  })
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page.getByText('Protect your admin sign-in')).toHaveCount(0)
  await expect(page.getByText('Admins can sign in with just a password', { exact: true })).toBeVisible()
  await expect(rowsOf()).toHaveCount(1)
})
