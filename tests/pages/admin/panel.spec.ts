import { adminAgents } from '#contract/agents/admin-agents.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { adminRequests } from '#contract/agents/admin-requests.ts'
import { readPlatformSettings } from '#contract/settings/admin-settings.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { declineTwoFactor } from '#contract/identity/two-factor.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { openCreate } from '../../kit/browser/admin-agents.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { settings } from './admin.ts'
import { openAgents, planner, serveAgents } from './agents.ts'
import { question, serveMessages } from './messages.ts'
import { ben, openUsers, serveUsers } from './users.ts'

const phone = { width: 320, height: 640 }

test('on a phone a list is sorted by words that name the direction (D150)', async ({ page, server, as }) => {
  as(adminMe)
  serveUsers(server, () => [ben])
  await page.setViewportSize(phone)
  await openUsers(page)
  const sort = page.getByRole('combobox', { name: 'Sort users by' })
  await expect(sort).toHaveText('Name, A to Z')
  for (const [words, value] of [
    ['Oldest first', 'created'],
    ['Newest first', '-created'],
    ['Credits, most first', '-credits'],
    ['Name, Z to A', '-name'],
  ] as const) {
    await choose(page, 'Sort users by', words)
    await expect(page).toHaveURL(`/admin?tab=users&sort=${value}`)
    await expect.poll(() => server.asked(adminUsers).at(-1)?.query.sort).toBe(value)
  }
  await expect(rowsOf(page).first()).toBeVisible()
})

test('the communications tab shows how many messages are unread (S422, D64)', async ({ page, server, as }) => {
  as(adminMe)
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

test('on a phone the tab in the address is visible, and the page stays at its top (D142)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  server.answer(adminRequests, [])
  serveMessages(server, () => [question])
  server.answer(inboxUnread, { unread: 1 })
  await page.setViewportSize(phone)
  for (const name of ['Communications', 'Agents']) {
    // Its count comes later and makes the tab wider.
    const release = server.hold(inboxUnread)
    await page.goto(`/admin?tab=${name.toLowerCase()}`)
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible()
    release()
    await expect(page.getByRole('tab', { name: 'Communications' })).toHaveText(/unread$/)
    await expect(page.getByRole('tab', { name, selected: true })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.getByRole('tab', { name: 'Agent Requests' }).click()
  await expect(page.getByRole('tab', { name: 'Agent Requests', selected: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('No requests yet')).toBeVisible()
  // Every tab can be reached by keyboard.
  await page.getByRole('tab', { selected: true }).press('Home')
  for (const tab of await page.getByRole('tab').all()) {
    await expect(tab).toBeFocused()
    await expect(tab).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
  }
})

test('an agent can be saved from anywhere in its long form', async ({ page, server, as }) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await page.setViewportSize(phone)
  await openAgents(page)
  const dialog = await openCreate(page)
  const save = dialog.getByRole('button', { name: 'Create Agent' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('Voice', { exact: true }).scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  // The focused element is not behind the buttons.
  await dialog.getByLabel('First message').focus()
  const [field, buttons] = [await dialog.getByLabel('First message').boundingBox(), await save.boundingBox()]
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
})

test('a list that cannot be loaded says so, and Retry loads it (D150)', async ({ page, server, as }) => {
  as(adminMe)
  serveAgents(server, () => [planner])
  server.break(adminAgents)
  await page.goto('/admin?tab=agents')
  const failed = page.getByRole('alert')
  await expect(failed).toContainText('We could not load the agents')
  server.answer(adminAgents, [planner])
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(rowsOf(page)).toContainText([planner.name])
})

test('the panel warns until every admin needs a second factor (D27)', async ({ page, server, as }) => {
  as({ ...adminMe, hasTwoFactor: true })
  serveUsers(server, () => [ben])
  server.answer(readPlatformSettings, {
    ...settings,
    settings: { ...settings.settings, adminTwoFactorRequired: false },
  })
  await openUsers(page)
  await expect(page.getByText('Admins can sign in with just a password')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Security Settings' })).toHaveAttribute(
    'href',
    '/admin/settings#security',
  )
  server.answer(readPlatformSettings, settings)
  await openUsers(page)
  await expect(page.getByText('Admins can sign in with just a password')).toHaveCount(0)
})

test('one notice asks an admin without two-factor to set it up, until they choose "Not now" (D27)', async ({
  page,
  server,
  as,
}) => {
  as({ ...adminMe, isTwoFactorSuggested: true })
  serveUsers(server, () => [ben])
  server.answer(readPlatformSettings, {
    ...settings,
    settings: { ...settings.settings, adminTwoFactorRequired: false },
  })
  await openUsers(page)
  await expect(page.getByText('Protect your admin sign-in')).toBeVisible()
  await expect(page.getByText('Admins can sign in with just a password')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Security Settings' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Set Up Two-Factor' })).toHaveAttribute('href', '/profile#two-factor')
  server.break(declineTwoFactor)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(toastOf(page)).toContainText("We couldn't save that")
  await expect(page.getByText('Protect your admin sign-in')).toBeVisible()
  await closeToasts(page)
  server.answer(declineTwoFactor, () => {
    as(adminMe)
    return { success: true as const }
  })
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(page.getByText('Protect your admin sign-in')).toHaveCount(0)
  await expect(page.getByText('Admins can sign in with just a password', { exact: true })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(1)
})
