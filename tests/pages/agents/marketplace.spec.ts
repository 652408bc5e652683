import { type Agent, unlockAgent } from '#contract/agents/agents.ts'
import { submitRequest } from '#contract/agents/requests.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import * as luna from '#tests/pages.ts'
import { as, choose, expect, expectWords, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { request } from '../conversations/home.ts'
import { cardOf, catalogue, clarifier, coach, keeper, openMarketplace, serveAgents } from './agents.ts'

const cards = () => page.getByRole('article')

test.beforeEach(() => {
  as(subscriberMe)
  serveAgents(server)
})

const shown = 'S005 S078 S079 S080 S081 S220 S308 D53 D54 D55 D56 D57 D172'

test('every agent has a card with everything it should show', tagged(shown), async () => {
  await openMarketplace()
  for (const [agent, sessions, rated] of [
    [coach, '(1 session)', `Editors' rating ${coach.rating.toFixed(1)}`],
    [clarifier, '(12 sessions)', `Editors' rating ${clarifier.rating.toFixed(1)}`],
    [keeper, '(0 sessions)', '5 ratings'],
  ] as const) {
    const card = cardOf(agent)
    await expectWords(card, agent.category, agent.description, sessions)
    await expect(card.getByText(rated, { exact: true })).toBeVisible()
    const stars = card.getByRole('img', { name: `Rated ${agent.rating.toFixed(1)} out of 5` })
    await expect(stars.locator('svg')).toHaveCount(5)
    await expect(stars.locator('[data-filled=true]')).toHaveCount(Math.floor(agent.rating))
    await expect(card.getByText(agent.isUnlocked ? 'Unlocked' : 'Premium', { exact: true })).toBeVisible()
    await expect(card.getByRole('button')).toHaveText([agent.isUnlocked ? 'Use This Agent' : 'Unlock Agent'])
    await expect(card.getByRole('link', { name: agent.name })).toHaveAttribute('href', `/agents/${agent.id}`)
  }
  await expect(cardOf(coach).locator('img')).toHaveAttribute('src', coach.imageUrl)
  await expect(page.getByRole('tab')).toHaveText(['All Agents', 'HR', 'Technology'])
  // One that nobody has rated, not even an editor.
  serveAgents(server, () => [{ ...coach, rating: 0 }])
  await openMarketplace(1)
  await expect(cardOf(coach).getByText('New', { exact: true })).toBeVisible()
  await expect(cardOf(coach)).not.toContainText('rating')
})

test('search, tab, order and state are in the address', tagged('S077 S082 S083 S084 D58'), async () => {
  await openMarketplace()
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  await search.fill('SHEET IN FRONT')
  await expect(cards()).toHaveCount(1)
  await expect(main().getByRole('status')).toHaveText('1 agent')
  await page.getByRole('tab', { name: 'HR' }).click()
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page).toHaveURL(/q=SHEET\+IN\+FRONT.*category=HR|category=HR.*q=SHEET\+IN\+FRONT/)
  await page.reload()
  await expect(search).toHaveValue('SHEET IN FRONT')
  await expect(page.getByRole('tab', { name: 'HR' })).toHaveAttribute('aria-selected', 'true')
  await search.fill('')
  await expect(cards()).toHaveCount(2)
  await search.fill('zzzz')
  await press(main(), 'Clear Filters')
  await expect(search).toBeFocused()
  await expect(cards()).toHaveCount(catalogue.length)
  await expect(page).toHaveURL(/\/marketplace$/)

  const names = cards().getByRole('heading')
  const byRating = [clarifier.name, coach.name, keeper.name]
  await expect(names).toHaveText([coach.name, keeper.name, clarifier.name])
  await choose(page, 'Sort', 'Best rated')
  await expect(names).toHaveText(byRating)
  await choose(page, 'Show', 'To unlock')
  await expect(names).toHaveText([clarifier.name, keeper.name])
  await expect(page).toHaveURL('/marketplace?sort=rating&show=locked')
  await page.goBack()
  await expect(names).toHaveText(byRating)
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Show all')
  await page.goForward()
  await expect(names).toHaveText([clarifier.name, keeper.name])
  await page.reload()
  await expect(names).toHaveText([clarifier.name, keeper.name])
})

test('a search without results offers to request an agent under the same words', tagged('D58'), async () => {
  await page.goto('/marketplace?q=Beekeeping')
  await press(main(), 'Request This Agent')
  const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
  await expect(dialog.getByLabel('Agent name')).toHaveValue('Beekeeping')
  await dialog.getByLabel('Description').fill('Helps with hives.')
  await choose(page, 'Use case', 'Other')
  await choose(page, 'Priority', 'Low')
  server.answer(submitRequest, ({ body }) => ({ ...request('Beekeeping', 0), ...body }))
  await press(dialog, 'Submit Request')
  await expect(dialog).toBeHidden()
  const sent = { agentName: 'Beekeeping', description: 'Helps with hives.', useCase: 'Other', priority: 'low' }
  expect(server.asked(submitRequest).map(({ body }) => body)).toEqual([sent])
})

const unlocked = 'S006 S080 S081 S168 S169 S170 S221 S222 S269 D52 D54 D163'

test('unlocking changes the card without a reload; a failure leaves it unchanged', tagged(unlocked), async () => {
  let all: Agent[] = catalogue
  serveAgents(server, () => all)
  await openMarketplace()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const card = cardOf(clarifier)
  server.break(unlockAgent)
  await press(card, 'Unlock Agent')
  await luna.expectRow(page, 'S269')
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  server.answer(unlockAgent, () => {
    all = [coach, keeper, { ...clarifier, isUnlocked: true }]
    return { agentId: clarifier.id, unlockedAt: '2026-11-22T08:00:00.000Z' }
  })
  const release = server.hold(unlockAgent)
  await press(card, 'Unlock Agent')
  await expect(card.getByRole('button', { name: 'Unlocking…', exact: true })).toBeVisible()
  release()
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
  await expect(card.getByText('Unlocked', { exact: true })).toBeVisible()
  await expect(cardOf(keeper).getByRole('button')).toHaveText(['Unlock Agent'])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const sent = { params: { agentId: clarifier.id }, query: undefined, body: { credits: 0 } }
  expect(server.asked(unlockAgent)).toEqual([sent, sent])
})

test('a paused agent has no button, is refused at the start, and comes back', tagged('S220 D54'), async () => {
  const own = { ...clarifier, isUnlocked: true }
  let all: Agent[] = [coach, own]
  serveAgents(server, () => all)
  await openMarketplace(2)
  const card = cardOf(clarifier)
  await press(card, 'Use This Agent')
  server.refuse(startConversation, 'agent_paused')
  await press(page.getByRole('dialog', { name: clarifier.name }), 'Start')
  await expectWords(luna.toastOf(page), 'Connection Failed', 'This agent is currently paused.')
  all = [{ ...own, isActive: false }]
  await openMarketplace(1)
  await expect(card.getByText('Paused', { exact: true })).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  // The unlock counts again when the agent returns.
  all = [coach, own]
  await openMarketplace(2)
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
})
