import { type Agent, unlockAgent } from '#contract/agents/agents.ts'
import { submitRequest } from '#contract/agents/requests.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { as, choose, expect, expectRow, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { cardOf, catalogue, clarifier, coach, keeper, openMarketplace, serveAgents } from './agents.ts'

test('every agent has a card with everything it should show (S005, S078, S079, S080, S081, S220, S308, D53-D57, D172)', async () => {
  as(subscriberMe)
  serveAgents(server)
  await openMarketplace(page)
  for (const [agent, sessions, rated] of [
    [coach, '(1 session)', `Editors' rating ${coach.rating.toFixed(1)}`],
    [clarifier, '(12 sessions)', `Editors' rating ${clarifier.rating.toFixed(1)}`],
    [keeper, '(0 sessions)', '5 ratings'],
  ] as const) {
    const card = cardOf(page, agent.name)
    await expect(card).toContainText(agent.category)
    await expect(card).toContainText(agent.description)
    await expect(card).toContainText(sessions)
    await expect(card.getByText(rated, { exact: true })).toBeVisible()
    const stars = card.getByRole('img', { name: `Rated ${agent.rating.toFixed(1)} out of 5` })
    await expect(stars.locator('svg')).toHaveCount(5)
    await expect(stars.locator('[data-filled=true]')).toHaveCount(Math.floor(agent.rating))
    await expect(card.getByText(agent.isUnlocked ? 'Unlocked' : 'Premium', { exact: true })).toBeVisible()
    await expect(card.getByRole('button')).toHaveText([agent.isUnlocked ? 'Use This Agent' : 'Unlock Agent'])
    await expect(card.getByRole('link', { name: agent.name })).toHaveAttribute('href', `/agents/${agent.id}`)
  }
  await expect(cardOf(page, coach.name).locator('img')).toHaveAttribute('src', coach.imageUrl)
  await expect(page.getByRole('tab')).toHaveText(['All Agents', 'HR', 'Technology'])
})

test('an agent that nobody has rated, not even an editor, is called new', tagged('S308 D172'), async () => {
  as(subscriberMe)
  serveAgents(server, () => [{ ...coach, rating: 0 }])
  await page.goto('/marketplace')
  const card = cardOf(page, coach.name)
  await expect(card.getByText('New', { exact: true })).toBeVisible()
  await expect(card).not.toContainText('rating')
})

test('search and tab work together and are in the address', tagged('S077 S082 S083 S084 D58'), async () => {
  as(subscriberMe)
  serveAgents(server)
  await openMarketplace(page)
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  const cards = page.getByRole('article')
  await search.fill('SHEET IN FRONT')
  await expect(cards).toHaveCount(1)
  await expect(cardOf(page, clarifier.name)).toContainText('sheet in front')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 agent')

  await page.getByRole('tab', { name: 'HR' }).click()
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page).toHaveURL(/q=SHEET\+IN\+FRONT/)
  await expect(page).toHaveURL(/category=HR/)
  await page.reload()
  await expect(search).toHaveValue('SHEET IN FRONT')
  await expect(page.getByRole('tab', { name: 'HR' })).toHaveAttribute('aria-selected', 'true')

  await search.fill('')
  await expect(cards).toHaveCount(2)
  await search.fill('zzzz')
  await expect(page.getByText('No agents found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(search).toBeFocused()
  await expect(cards).toHaveCount(catalogue.length)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/marketplace$/)
})

test("order and state are in the address, can be shared, and follow the browser's Back and Forward (S077, S084)", async () => {
  as(subscriberMe)
  serveAgents(server)
  await openMarketplace(page)
  const names = page.getByRole('article').getByRole('heading')
  const byName = [coach.name, keeper.name, clarifier.name]
  const byRating = [clarifier.name, coach.name, keeper.name]
  const locked = [clarifier.name, keeper.name]
  await expect(names).toHaveText(byName)
  await choose(page, 'Sort', 'Best rated')
  await expect(names).toHaveText(byRating)
  await choose(page, 'Show', 'To unlock')
  await expect(names).toHaveText(locked)
  await expect(page).toHaveURL('/marketplace?sort=rating&show=locked')

  await page.goBack()
  await expect(names).toHaveText(byRating)
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Show all')
  await page.goBack()
  await expect(names).toHaveText(byName)
  await page.goForward()
  await page.goForward()
  await expect(names).toHaveText(locked)
  await page.reload()
  await expect(names).toHaveText(locked)
})

test('a search without results offers to request an agent under the same words', tagged('D58'), async () => {
  as(subscriberMe)
  serveAgents(server)
  await page.goto('/marketplace?q=Beekeeping')
  await page.getByRole('button', { name: 'Request This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
  await expect(dialog.getByLabel('Agent name')).toHaveValue('Beekeeping')
  await dialog.getByLabel('Description').fill('Helps with hives.')
  await choose(page, 'Use case', 'Other')
  await choose(page, 'Priority', 'Low')
  server.answer(submitRequest, ({ body }) => ({
    ...body,
    id: '9d0c7a52-8f6a-4a0e-9f0a-000000000001',
    userId: subscriberMe.id,
    status: 'received' as const,
    agentId: null,
    history: [{ status: 'received' as const, note: null, changedAt: '2026-11-22T08:00:00.000Z' }],
    createdAt: '2026-11-22T08:00:00.000Z',
    updatedAt: '2026-11-22T08:00:00.000Z',
  }))
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog).toBeHidden()
  expect(server.asked(submitRequest).map(({ body }) => body)).toEqual([
    { agentName: 'Beekeeping', description: 'Helps with hives.', useCase: 'Other', priority: 'low' },
  ])
})

test('unlocking changes badge and button without a reload; a failure says so and leaves the card as it was (S080, S081, S168, S169, S170, S221, S222, S269, D52, D54, D163)', async () => {
  let all: Agent[] = catalogue
  as(subscriberMe)
  serveAgents(server, () => all)
  await openMarketplace(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const card = cardOf(page, clarifier.name)
  server.break(unlockAgent)
  await card.getByRole('button', { name: 'Unlock Agent' }).click()
  await expectRow(page, 'S269')
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  server.answer(unlockAgent, () => {
    all = [coach, keeper, { ...clarifier, isUnlocked: true }]
    return { agentId: clarifier.id, unlockedAt: '2026-11-22T08:00:00.000Z' }
  })
  const release = server.hold(unlockAgent)
  await card.getByRole('button', { name: 'Unlock Agent' }).click()
  await expect(card.getByRole('button', { name: 'Unlocking…', exact: true })).toBeVisible()
  release()
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
  await expect(card.getByText('Unlocked', { exact: true })).toBeVisible()
  await expect(card.getByText('Premium', { exact: true })).toHaveCount(0)
  await expect(cardOf(page, keeper.name).getByRole('button')).toHaveText(['Unlock Agent'])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const sent = { params: { agentId: clarifier.id }, query: undefined, body: { credits: 0 } }
  expect(server.asked(unlockAgent)).toEqual([sent, sent])
  await card.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: clarifier.name })).toContainText('Ready to connect')
})

test('a paused agent appears without a button to people who unlocked it, is refused at the start, and comes back (S220, D54)', async () => {
  const unlocked = { ...clarifier, isUnlocked: true }
  let all: Agent[] = [coach, unlocked]
  as(subscriberMe)
  serveAgents(server, () => all)
  await openMarketplace(page, 2)
  const card = cardOf(page, clarifier.name)
  await card.getByRole('button', { name: 'Use This Agent' }).click()
  server.refuse(startConversation, 'agent_paused')
  await page.getByRole('dialog', { name: clarifier.name }).getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('Connection Failed')
  await expect(toastOf(page)).toContainText('This agent is currently paused.')
  all = [{ ...unlocked, isActive: false }]
  await openMarketplace(page, 1)
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  // The unlock counts again when the agent returns.
  all = [coach, unlocked]
  await openMarketplace(page, 2)
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
})
