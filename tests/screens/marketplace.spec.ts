import type { Locator } from '@playwright/test'
import { choose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, type Page, test } from './fixtures.ts'
import { sql } from './people.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import { expectToast, openAgent } from './talking.ts'
import { expectRow } from '../kit/toasts.ts'

const freeAgent = 'Mindset Coach'
const premiumAgent = 'Spreadsheet Clarifier'

interface Agent {
  id: string
  name: string
  category: string
  description: string
  isPremium: boolean
  rating: number
  sessionCount: number
}

async function readAgents(page: Page): Promise<Agent[]> {
  const answer = await page.request.get('/api/agents')
  return (await answer.json()) as Agent[]
}

function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name })
}

test('every agent has a card with all it should show (S005, S078, S079, S080, S081, S220, S308, D53-D57)', async ({
  page,
}) => {
  await becomeTalker(page)
  await page.goto('/marketplace')
  const agents = await readAgents(page)
  expect(agents.length).toBeGreaterThanOrEqual(12)
  await expect(page.getByRole('article')).toHaveCount(agents.length)
  for (const agent of agents) {
    const card = cardOf(page, agent.name)
    await expect(card).toContainText(agent.category)
    await expect(card).toContainText(agent.description)
    await expect(card).toContainText(`(${agent.sessionCount} session${agent.sessionCount === 1 ? '' : 's'})`)
    await expect(card).toContainText('Editorial rating')
    const stars = card.getByRole('img', { name: `Rated ${agent.rating.toFixed(1)} out of 5` })
    await expect(stars.locator('svg')).toHaveCount(5)
    await expect(stars.locator('[data-filled=true]')).toHaveCount(Math.floor(agent.rating))
    await expect(card.getByText(agent.isPremium ? 'Premium' : 'Unlocked', { exact: true })).toBeVisible()
    const label = agent.isPremium ? 'Unlock Agent' : 'Use This Agent'
    await expect(card.getByRole('button')).toHaveText([label])
  }
  const keys = new Set(agents.flatMap((agent) => Object.keys(agent)))
  for (const secret of ['systemPrompt', 'elevenLabsAgentId', 'price', 'imageData']) expect(keys).not.toContain(secret)

  const categories = [...new Set(agents.map(({ category }) => category))].toSorted()
  await expect(page.getByRole('tab')).toHaveText(['All Agents', ...categories])
})

test('search and tab work together and stand in the address (S077, S082, S083, S084, D58)', async ({ page }) => {
  await becomeTalker(page)
  await page.goto('/marketplace')
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  const cards = page.getByRole('article')
  await search.fill('SETBACKS')
  await expect(cards).toHaveCount(1)
  await expect(cardOf(page, freeAgent)).toContainText('setbacks')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 agent')

  await page.getByRole('tab', { name: 'HR' }).click()
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page).toHaveURL(/q=SETBACKS/)
  await expect(page).toHaveURL(/category=HR/)
  await page.reload()
  await expect(search).toHaveValue('SETBACKS')
  await expect(page.getByRole('tab', { name: 'HR' })).toHaveAttribute('aria-selected', 'true')

  await search.fill('')
  await expect(cards).toHaveCount(2)
  await search.fill('zzzz')
  await expect(page.getByText('No agents found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toBeFocused()
  await expect(cards).toHaveCount((await readAgents(page)).length)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/marketplace$/)
})

test('order and state stand in the address, can be shared, and go back and forth with the browser (S077, S084)', async ({
  page,
}) => {
  await becomeTalker(page)
  await page.goto('/marketplace')
  const names = page.getByRole('article').getByRole('heading')
  const agents = await readAgents(page)
  const byName = agents.map(({ name }) => name)
  await expect(names).toHaveText(byName)
  await choose(page, 'Sort', 'Best rated')
  const byRating = agents.toSorted((a, b) => b.rating - a.rating).map(({ name }) => name)
  await expect(names).toHaveText(byRating)
  await choose(page, 'Show', 'To unlock')
  const locked = (name: string) => agents.find((agent) => agent.name === name)?.isPremium
  await expect(names).toHaveText(byRating.filter(locked))
  await expect(page).toHaveURL('/marketplace?sort=rating&show=locked')

  await page.goBack()
  await expect(names).toHaveText(byRating)
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Show all')
  await page.goBack()
  await expect(names).toHaveText(byName)
  await page.goForward()
  await page.goForward()
  await expect(names).toHaveText(byRating.filter(locked))
  await page.reload()
  await expect(names).toHaveText(byRating.filter(locked))
})

test('what is not found can be requested under the words that were searched for (D58)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await page.goto('/marketplace?q=Beekeeping')
  await page.getByRole('button', { name: 'Request This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
  await expect(dialog.getByLabel('Agent name')).toHaveValue('Beekeeping')
  await dialog.getByLabel('Description').fill('Helps with hives.')
  await choose(page, 'Use case', 'Other')
  await choose(page, 'Priority', 'Low')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog).toBeHidden()
  expect(await sql('select agent_name from agent_request where user_id = $1', [talker.id])).toEqual([
    { agent_name: 'Beekeeping' },
  ])
})

test('unlocking changes badge and button without a reload, and costs nothing (S006, S080, S081, S168, S169, S170, S221, S222, D52, D54)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await page.goto('/marketplace')
  const agents = await readAgents(page)
  const idOf = (name: string) => agents.find((agent) => agent.name === name)?.id
  const start = (name: string) => page.request.post('/api/sessions', { data: { agentId: idOf(name) } })
  expect((await start(premiumAgent)).status()).toBe(403)

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const card = cardOf(page, premiumAgent)
  await card.getByRole('button', { name: 'Unlock Agent' }).click()
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
  await expect(card.getByText('Unlocked', { exact: true })).toBeVisible()
  await expect(card.getByText('Premium', { exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await balanceMsOf(talker)).toBe(150 * 60_000)
  const unlocked = await page.request.get('/api/user/unlocked-agents')
  expect(await unlocked.json()).toMatchObject([{ agentId: idOf(premiumAgent) }])
  const unknown = await page.request.post(`/api/user/unlock-agent/${crypto.randomUUID()}`)
  expect(unknown.status()).toBe(404)

  await card.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: premiumAgent })).toContainText('Ready to connect')
  // A free agent was never unlocked and can be used all the same.
  const free = await start(freeAgent)
  expect(free.status()).toBe(201)
  await page.request.put(`/api/user/sessions/${((await free.json()) as { id: string }).id}/end`, { data: {} })
})

test('an unlock that fails says so and leaves the card as it was (S269, D163)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await page.goto('/marketplace')
  const card = cardOf(page, premiumAgent)
  const mend = await breakWrites('user_agent_unlock', 'insert', talker)
  await card.getByRole('button', { name: 'Unlock Agent' }).click()
  await expectRow(page, 'S269')
  await mend()
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Unlock Agent' }).click()
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
})

test('a paused agent: shown without a button to who has unlocked it, gone for others, refused at the start (S220, D54)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await page.goto('/marketplace')
  await cardOf(page, premiumAgent).getByRole('button', { name: 'Unlock Agent' }).click()
  // The next page would be read while the unlock is still on its way.
  await expect(cardOf(page, premiumAgent).getByRole('button')).toHaveText(['Use This Agent'])
  const dialog = await openAgent(page, premiumAgent)
  const pause = (isPaused: boolean) =>
    sql('update agent set is_active = $1 where name in ($2, $3)', [!isPaused, premiumAgent, freeAgent])
  await pause(true)
  try {
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectToast(page, 'Connection Failed', 'This agent is paused at the moment.')
    expect(await conversationsOf(talker)).toEqual([])
    await page.goto('/marketplace')
    const card = cardOf(page, premiumAgent)
    await expect(card.getByText('Paused', { exact: true })).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(cardOf(page, freeAgent)).toHaveCount(0)
  } finally {
    await pause(false)
  }
  // The unlock counts again when the agent returns.
  await page.reload()
  await expect(cardOf(page, premiumAgent).getByRole('button')).toHaveText(['Use This Agent'])
})

test('the number of sessions is the real one (S079, D56)', async ({ page }) => {
  await becomeTalker(page)
  await page.goto('/marketplace')
  const before = (await readAgents(page)).find(({ name }) => name === 'Hiring Partner')?.sessionCount ?? -1
  const talker = await becomeTalker(page)
  await sql(
    `insert into voice_session (user_id, account_id, agent_id, status, end_reason, conversation_id, gateway_id, used_ms,
       charged_ms, agent_spoke, created_at, connected_at, last_tick_at, ended_at)
     select $1, $2, id, 'completed', 'user', 'conv_' || seconds, 0, seconds * 1000, 0, true, now(), now(), now(), now()
     from agent, unnest(array[9, 10, 600]) as seconds where name = 'Hiring Partner'`,
    [talker.id, talker.accountId],
  )
  await page.reload()
  await expect(cardOf(page, 'Hiring Partner')).toContainText(`(${before + 2} sessions)`)
})
