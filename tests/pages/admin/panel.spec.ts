import { inboxUnread } from '#contract/messages/inbox.ts'
import { adminRequests } from '#contract/agents/admin-requests.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { adminMe, as, choose, expect, page, server, tagged, test } from '#tests/pages.ts'
import { planner, serveAgents } from './agents.ts'
import { question, serveMessages } from './messages.ts'
import { ben, serveUsers } from './users.ts'

const phone = { width: 320, height: 640 }

test('on a phone a list is sorted by words that name the direction', tagged('D150'), async () => {
  as(adminMe)
  serveUsers(server, () => [ben])
  await page.setViewportSize(phone)
  await page.goto('/admin?tab=users')
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

test('on a phone the tab in the address is visible, and the page stays at its top', tagged('D142'), async () => {
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
