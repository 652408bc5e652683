import { expect, test } from '../fixtures.ts'
import { idOfAgent } from '../conversations/past-conversations.ts'
import { sql } from '../people.ts'
import { balanceMsOf, becomeTalker } from '../conversations/voice/talkers.ts'

const freeAgent = 'Mindset Coach'
const premiumAgent = 'Spreadsheet Clarifier'

test('the recap stays when the agent is deleted during a conversation (D92)', async ({ page }) => {
  await becomeTalker(page)
  await page.goto(`/agents/${await idOfAgent(freeAgent)}`)
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: freeAgent })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await sql('update agent set is_active = false where name = $1', [freeAgent])
  try {
    await expect(dialog).toContainText('Your access to this agent ended.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  } finally {
    await sql('update agent set is_active = true where name = $1', [freeAgent])
  }
})

test('an unlock that costs minutes takes its price once, and is in the statement of minutes (D52)', async ({
  page,
}) => {
  await sql(
    `insert into platform_setting (setting_key, setting_value, updated_at) values ('unlockCostCredits', '12.5', now())`,
  )
  try {
    const talker = await becomeTalker(page)
    await page.goto(`/agents/${await idOfAgent(premiumAgent)}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Unlock Agent' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock for 12.50 minutes' }).click()
    await expect(main.getByRole('button', { name: 'Use This Agent' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('137.50 minutes')
    expect(await balanceMsOf(talker)).toBe(137.5 * 60_000)
    await page.goto('/account/minutes')
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText(`Unlocked ${premiumAgent}`)
    await expect(row).toContainText('−12.50')
    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(premiumAgent)
  } finally {
    await sql("delete from platform_setting where setting_key = 'unlockCostCredits'")
  }
})
