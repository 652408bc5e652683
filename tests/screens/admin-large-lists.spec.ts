import { openAgents, openCreate } from './admin-agents.ts'
import { platformAdmin, rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { expect, test } from './fixtures.ts'
import { callAs, enter, registered, sql } from './people.ts'

const phone = { width: 320, height: 640 }

test('on a phone a list is sorted by words that say which way (D150)', async ({ page, context }) => {
  await enter(context, await platformAdmin())
  await page.setViewportSize(phone)
  await page.goto('/admin')
  const sort = page.getByRole('combobox', { name: 'Sort users by' })
  await expect(sort).toHaveText('Name, A to Z')
  for (const [words, value] of [
    ['Oldest first', 'created'],
    ['Newest first', '-created'],
    ['Credits, most first', '-credits'],
    ['Name, Z to A', '-name'],
  ] as const) {
    await choose(page, 'Sort users by', words)
    await expect(page).toHaveURL(`/admin?sort=${value}`)
  }
  await expect(rowsOf(page).first()).toBeVisible()
})

test('the tab of communications says how many wait to be read (S422, D64)', async ({ page, context }) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  const letter = { subject: 'A question', message: 'Who answers me?' }
  await callAs(ben, '/api/user/communications', letter)
  await enter(context, ada)
  await page.goto('/admin')
  const tab = page.getByRole('tab', { name: 'Communications' })
  await expect(tab).toHaveText(/^Communications\d+\+? unread$/)
  // Whoever writes meanwhile is read in the next round.
  await expect(async () => {
    await sql(
      `insert into user_communication_state (communication_id, user_id, read_at)
       select id, $1, now() from user_communication where audience = 'admins' on conflict do nothing`,
      [ada.id],
    )
    const counted = page.waitForResponse(/\/api\/admin\/communications\?.*box=unread/)
    await page.reload()
    await (await counted).finished()
    await expect(tab).toHaveText('Communications', { timeout: 2000 })
  }).toPass()
})

test('on a phone the tab that the address names is in sight, and the page stays at its top (D142)', async ({
  page,
  context,
}) => {
  // Its count comes later, and makes the tab wider.
  await callAs(await registered('Ben'), '/api/user/communications', { subject: 'A question', message: 'Who answers?' })
  await enter(context, await platformAdmin())
  await page.setViewportSize(phone)
  for (const name of ['Communications', 'Agents']) {
    await page.goto(`/admin?tab=${name.toLowerCase()}`)
    await expect(page.getByRole('tab', { name: 'Communications' })).toHaveText(/unread$/)
    await expect(page.getByRole('tab', { name, selected: true })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.getByRole('tab', { name: 'Agent Requests' }).click()
  await expect(page.getByRole('tab', { name: 'Agent Requests', selected: true })).toBeInViewport({ ratio: 1 })
})

test('an agent can be saved from anywhere in its long form', async ({ page, context }) => {
  await enter(context, await platformAdmin())
  await page.setViewportSize(phone)
  await openAgents(page)
  const dialog = await openCreate(page)
  const save = dialog.getByRole('button', { name: 'Create Agent' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('ElevenLabs voice ID').scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  // What has the focus is not behind the buttons.
  await dialog.getByLabel('First message').focus()
  const [field, buttons] = [await dialog.getByLabel('First message').boundingBox(), await save.boundingBox()]
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
})
