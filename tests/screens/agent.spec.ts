import { expectAccessible } from '../kit/accessible.ts'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { addPastSession, idOfAgent } from './past-sessions.ts'
import { enter, lowerBalance, registered, sql } from './people.ts'
import { balanceMsOf, becomeTalker } from './talkers.ts'
import { expectToast } from './talking.ts'
import { hold } from '../kit/watch.ts'

const freeAgent = 'Mindset Coach'
const premiumAgent = 'Spreadsheet Clarifier'

test('a visitor reads what an agent is like and finds the way in (D53, D55)', async ({ page }) => {
  const id = await idOfAgent(premiumAgent)
  const release = await hold(page, `**/api/agents/${id}`)
  await page.goto(`/agents/${id}`)
  await expect(page.getByText('Loading the agent…')).toBeAttached()
  await release()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(premiumAgent)
  await expect(main).toContainText('Technology')
  await expect(main).toContainText('Describe the sheet in front of you')
  await expect(main).toContainText('Editorial rating')
  await expect(main.getByRole('img', { name: 'Rated 4.9 out of 5' })).toBeVisible()
  await expect(main).toContainText('Tell me what your spreadsheet should tell you')
  await expect(main).toContainText('What is a pivot table good for?')
  await expect(main).toContainText('Think of a pivot table as sorting laundry.')
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Sign Up to Talk' })).toHaveAttribute('href', '/register')
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/login?next=%2Fagents%2F${id}`)
})

test('from its card to its page, unlocked there and talked to (S168, D54)', async ({ page }) => {
  await becomeTalker(page)
  await page.goto('/marketplace')
  await page.getByRole('article', { name: premiumAgent }).getByRole('link', { name: premiumAgent }).click()
  await expect(page).toHaveURL(`/agents/${await idOfAgent(premiumAgent)}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Premium', { exact: true })).toBeVisible()
  await expect(main.getByText('Unlocking is free.')).toBeVisible()
  await main.getByRole('button', { name: 'Unlock Agent' }).click()
  await expect(main.getByText('Unlocked', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: premiumAgent })).toContainText('Ready to connect')
  await page.keyboard.press('Escape')
  await main.getByRole('link', { name: 'Marketplace' }).click()
  const card = page.getByRole('article', { name: premiumAgent })
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
})

test('the recap stays when the agent goes in the midst of a conversation (D92)', async ({ page }) => {
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

test('who talked for 2 minutes rates, once and changeably; who did not is told how (D55)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const id = await idOfAgent(freeAgent)
  await page.goto(`/agents/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Talk with ${freeAgent} for 2 minutes to rate it.`)
  await addPastSession(talker, { agent: freeAgent, seconds: 121 })
  await page.reload()
  const stars = main.getByRole('group', { name: `Rate ${freeAgent}` })
  await stars.getByRole('button', { name: '4 stars' }).click()
  await expect(main.getByRole('status')).toHaveText('4 of 5 stars. A press changes it.')
  await expect(stars.getByRole('button', { pressed: true })).toHaveAccessibleName('4 stars')

  const mend = await breakWrites('agent_rating', 'update', talker)
  await stars.getByRole('button', { name: '1 star' }).click()
  await expectToast(page, 'Error', 'Failed to save your rating. Please try again.')
  await expect(main.getByRole('status')).toHaveText('4 of 5 stars. A press changes it.')
  await mend()
  await stars.getByRole('button', { name: '5 stars' }).click()
  await expect(main.getByRole('status')).toHaveText('5 of 5 stars. A press changes it.')
  expect(await sql('select stars from agent_rating where user_id = $1', [talker.id])).toEqual([{ stars: 5 }])
})

test("from the fifth rating on people's average stands in the editor's place (D55)", async ({ page }) => {
  const talker = await becomeTalker(page)
  const name = 'Pipeline Keeper'
  const id = await idOfAgent(name)
  await addPastSession(talker, { agent: name, seconds: 121 })
  for (const stars of [4, 4, 3, 5]) {
    const person = await registered()
    await sql('insert into agent_rating values ($1, $2, $3, now())', [id, person.id, stars])
  }
  await page.goto(`/agents/${id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Editorial rating')
  await main.getByRole('button', { name: '3 stars' }).click()
  await expect(main).toContainText('5 ratings')
  await expect(main.getByRole('img', { name: 'Rated 3.8 out of 5' })).toBeVisible()
  await main.getByRole('link', { name: 'Marketplace' }).click()
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('img', { name: 'Rated 3.8 out of 5' })).toBeVisible()
  await expect(card).not.toContainText('Editorial rating')
  await sql('delete from agent_rating where agent_id = $1', [id])
})

test('an agent that is unknown or not for everybody is not found, one that is paused says so (D54)', async ({
  page,
  context,
}) => {
  await page.goto(`/agents/${crypto.randomUUID()}`)
  await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Home Page' })).toBeVisible()
  const talker = await becomeTalker(page)
  await page.goto('/agents/no-id')
  await page.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')

  const id = await idOfAgent('Systems Architect')
  await sql('insert into user_agent_unlock (user_id, agent_id, unlocked_at) values ($1, $2, now())', [talker.id, id])
  await sql('update agent set is_active = false where id = $1', [id])
  try {
    await page.goto(`/agents/${id}`)
    await expect(page.getByText('This agent is paused at the moment. Your unlock is kept.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
    await context.clearCookies()
    await page.reload()
    await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  } finally {
    await sql('update agent set is_active = true where id = $1', [id])
  }
})

test('who has no subscription sees the page and the way to get access', async ({ page, context }) => {
  await enter(context, await registered())
  await page.goto(`/agents/${await idOfAgent(freeAgent)}`)
  await page.getByRole('link', { name: 'Get Access to Talk' }).click()
  await expect(page).toHaveURL('/register?step=payment')
})

test.describe('an unlock that costs minutes (D52)', () => {
  test.beforeEach(async () => {
    await sql(
      `insert into platform_setting (setting_key, setting_value, updated_at) values ('unlockCostCredits', '12.5', now())`,
    )
  })
  test.afterEach(async () => {
    await sql("delete from platform_setting where setting_key = 'unlockCostCredits'")
  })

  test('names its price first, takes it once, and stands in the statement of minutes', async ({ page }) => {
    const talker = await becomeTalker(page)
    await page.goto(`/agents/${await idOfAgent(premiumAgent)}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Unlocking takes 12.50 minutes from your balance, once.')).toBeVisible()
    await main.getByRole('button', { name: 'Unlock Agent' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Unlock ${premiumAgent}?` })
    await expect(dialog).toContainText('This takes 12.50 minutes from your balance, once.')
    await expect(dialog).toContainText('You have 150 minutes.')
    await dialog.getByRole('button', { name: 'Not Now' }).click()
    await expect(dialog).toBeHidden()
    expect(await balanceMsOf(talker)).toBe(150 * 60_000)
    await main.getByRole('button', { name: 'Unlock Agent' }).click()
    await dialog.getByRole('button', { name: 'Unlock for 12.50 minutes' }).click()
    await expect(main.getByRole('button', { name: 'Use This Agent' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('137.50 minutes')
    expect(await balanceMsOf(talker)).toBe(137.5 * 60_000)
    await page.goto('/account/minutes')
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText(`Unlocked ${premiumAgent}`)
    await expect(row).toContainText('−12.50')
    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(premiumAgent)
  })

  test('leads to more credits when the balance is short', async ({ page }) => {
    const talker = await becomeTalker(page)
    await lowerBalance(talker, 12)
    await page.goto('/marketplace')
    await page.getByRole('article', { name: premiumAgent }).getByRole('button', { name: 'Unlock Agent' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('You have 12 minutes.')
    await dialog.getByRole('button', { name: 'Buy Credits' }).click()
    await expect(page).toHaveURL('/checkout')
    expect(await balanceMsOf(talker)).toBe(12 * 60_000)
  })
})

test('is accessible to visitors and to people', async ({ page }) => {
  const id = await idOfAgent(freeAgent)
  await page.goto(`/agents/${id}`)
  await expect(page.getByRole('link', { name: 'Sign Up to Talk' })).toBeVisible()
  await expectAccessible(page)
  await addPastSession(await becomeTalker(page), { agent: freeAgent, seconds: 121 })
  await page.goto(`/agents/${id}`)
  await expect(page.getByRole('button', { name: '5 stars' })).toBeVisible()
  await expectAccessible(page)
})
