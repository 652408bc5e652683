import { type Agent, agentPage, publicAgents, unlockAgent } from '#contract/agents/agents.ts'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import { submitRequest } from '#contract/agents/requests.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose } from '#tests/components/admin/panel.ts'
import { banner, click, closeToasts, expectRow, field, fill, heading, main, toastOf } from '#tests/components/words.ts'
import { catalogue, clarifier, coach, keeper, serveAgents } from '#tests/pages/agents/agents.ts'
import { request } from '#tests/pages/conversations/home.ts'
import { config, registeredMe, subscriberMe } from '#tests/pages/people.ts'

const unlockedAt = '2026-11-22T08:00:00.000Z'
const cards = () => page.getByRole('article')
const cardOf = ({ name }: Pick<Agent, 'name'>) => page.getByRole('article', { name })
const link = (name: string) => main().getByRole('link', { name, exact: true })

async function openMarketplace(all: readonly Agent[] = catalogue): Promise<void> {
  serveAgents(server, () => all)
  await page.goto('/marketplace')
  await expect(cards()).toHaveCount(all.length)
}

async function openAgent(agent: Agent): Promise<void> {
  serveAgents(server, () => [agent])
  await page.goto(`/agents/${agent.id}`)
  await expect(heading(agent.name)).toBeVisible()
}

beforeEach(() => {
  as(subscriberMe)
  server.answer(ratings, [])
})

const shown = 'S005 S078 S079 S080 S081 S220 S308 D53 D54 D55 D56 D57 D172 D198'

it('every agent has a card with everything it should show', tags(shown), async () => {
  await openMarketplace()
  for (const [agent, sessions, rated] of [
    [coach, '(1 session)', `Editors' rating ${coach.rating.toFixed(1)}`],
    [clarifier, '(12 sessions)', `Editors' rating ${clarifier.rating.toFixed(1)}`],
    [keeper, '5 ratings', '5 ratings'],
  ] as const) {
    const card = cardOf(agent)
    for (const words of [agent.category, agent.description, sessions]) await expect(card).toContainText(words)
    for (const words of [rated, agent.isUnlocked ? 'Unlocked' : 'Premium'])
      await expect(card.getByText(words, { exact: true })).toBeVisible()
    const stars = card.getByRole('img', { name: `Rated ${agent.rating.toFixed(1)} out of 5` })
    await expect(stars.locator('svg')).toHaveCount(5)
    await expect(stars.locator('[data-filled=true]')).toHaveCount(Math.floor(agent.rating))
    await expect(card.getByRole('button')).toHaveText([agent.isUnlocked ? 'Use This Agent' : 'Unlock Agent'])
    await expect(card.getByRole('link', { name: agent.name })).toHaveAttribute('href', `/agents/${agent.id}`)
  }
  await expect(main()).not.toContainText('(0 sessions)')
  await expect(cardOf(coach).locator('img')).toHaveAttribute('src', coach.imageUrl ?? '')
  await expect(page.getByRole('tab')).toHaveText(['All Agents', 'HR', 'Technology'])
  // One that nobody has rated, not even an editor, and a paused one, whose unlock counts again when it returns.
  await openMarketplace([
    { ...coach, rating: 0 },
    { ...clarifier, isUnlocked: true, isActive: false },
  ])
  await expect(cardOf(coach).getByText('New', { exact: true })).toBeVisible()
  await expect(cardOf(coach)).not.toContainText('rating')
  await expect(cardOf(clarifier).getByText('Paused', { exact: true })).toBeVisible()
  await expect(cardOf(clarifier).getByRole('button')).toHaveCount(0)
})

it('search, tab, order and state are in the address', tags('S077 S082 S083 S084 D58'), async () => {
  await openMarketplace()
  const search = field('Search agents')
  await search.fill('SHEET IN FRONT')
  await expect(cards()).toHaveCount(1)
  await expect(main().getByRole('status')).toHaveText('1 agent')
  await page.getByRole('tab', { name: 'HR' }).click()
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page).toHaveURL(/q=SHEET\+IN\+FRONT.*category=HR|category=HR.*q=SHEET\+IN\+FRONT/)
  await page.reload()
  await expect(search).toHaveValue('SHEET IN FRONT')
  await expect(page.getByRole('tab', { name: 'HR' })).toHaveAttribute('aria-selected', 'true')
  await click('Clear Filters')
  await expect(search).toBeFocused()
  await expect(cards().getByRole('heading')).toHaveText([coach.name, keeper.name, clarifier.name])
  await expect(page).toHaveURL('/marketplace')
  await choose('Sort', 'Best rated')
  await choose('Show', 'To unlock')
  await expect(cards().getByRole('heading')).toHaveText([clarifier.name, keeper.name])
  await expect(page).toHaveURL('/marketplace?sort=rating&show=locked')
  page.goBack()
  await expect(cards().getByRole('heading')).toHaveText([clarifier.name, coach.name, keeper.name])
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Show all')
  // A search without results offers to request an agent under the same words.
  await search.fill('Beekeeping')
  await click('Request This Agent')
  await expect(field('Agent name')).toHaveValue('Beekeeping')
  await fill({ Description: 'Helps with hives.' })
  await choose('Use case', 'Other')
  await choose('Priority', 'Low')
  server.answer(submitRequest, ({ body }) => ({ ...request('Beekeeping', 0), ...body }))
  await click('Submit Request')
  await expect(page.getByRole('dialog')).toBeHidden()
  const sent = { agentName: 'Beekeeping', description: 'Helps with hives.', useCase: 'Other', priority: 'low' }
  expect(server.asked(submitRequest).map(({ body }) => body)).toEqual([sent])
})

const unlocked = 'S006 S080 S081 S168 S169 S170 S221 S222 S269 D52 D54 D163'

it('unlocking changes the card at once; where it costs minutes there is a question', tags(unlocked), async () => {
  await openMarketplace()
  const card = cardOf(clarifier)
  server.break(unlockAgent)
  await card.getByRole('button').click()
  await expectRow('S269')
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  server.answer(unlockAgent, () => {
    serveAgents(server, () => [coach, keeper, { ...clarifier, isUnlocked: true }])
    return { agentId: clarifier.id, unlockedAt }
  })
  const release = server.hold(unlockAgent)
  await card.getByRole('button').click()
  await expect(card.getByRole('button', { name: 'Unlocking…', exact: true })).toBeVisible()
  release()
  await expect(card.getByRole('button')).toHaveText(['Use This Agent'])
  await expect(card.getByText('Unlocked', { exact: true })).toBeVisible()
  await expect(cardOf(keeper).getByRole('button')).toHaveText(['Unlock Agent'])

  server.answer(publicConfig, { ...config, unlockCostCredits: 12.5 })
  // One that costs minutes names its price.
  await openAgent(clarifier)
  await expect(main()).toContainText('Unlocking takes 12.50 minutes from your balance, once.')
  await click('Unlock Agent')
  const question = page.getByRole('alertdialog', { name: `Unlock ${clarifier.name}?` })
  await expect(question).toContainText('This takes 12.50 minutes from your balance, once.')
  await expect(question).toContainText('You have 150 minutes.')
  await click('Not Now')
  expect(server.asked(unlockAgent)).toHaveLength(2)
  server.refuse(unlockAgent, 'price_changed')
  await click('Unlock Agent')
  await click('Unlock for 12.50 minutes')
  await expect(toastOf()).toContainText('The price has changed. Please check the new price and try again.')
  await closeToasts()
  server.answer(unlockAgent, () => {
    serveAgents(server, () => [{ ...clarifier, isUnlocked: true }])
    as({ ...subscriberMe, creditBalance: 137.5, monthlyCredits: 17.5, balanceSeconds: 8250 })
    return { agentId: clarifier.id, unlockedAt }
  })
  await click('Unlock Agent')
  await click('Unlock for 12.50 minutes')
  await expect(banner()).toContainText('137.50 minutes')
  await expect(main().getByRole('button')).toHaveText(['Use This Agent'])
  expect(server.asked(unlockAgent).map(({ body }) => body?.credits)).toEqual([0, 0, 12.5, 12.5])

  // With too few minutes it leads to more of them.
  as({ ...subscriberMe, creditBalance: 12, monthlyCredits: 0, purchasedCredits: 12, balanceSeconds: 720 })
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  await openMarketplace([clarifier])
  await cardOf(clarifier).getByRole('button').click()
  await expect(question).toContainText('You have 12 minutes.')
  await question.getByRole('button', { name: 'Add Credits' }).click()
  await expect(page).toHaveURL('/checkout')
  expect(server.asked(unlockAgent)).toHaveLength(4)
})

it('the page of an agent shows what it is like, and the way to talk', tags('D53 D54 D55 D183 D198'), async () => {
  as(null)
  await openAgent(clarifier)
  // What it has read is for those who manage it: nobody answers the call for its documents here.
  await expect(main()).not.toContainText('has read')
  for (const words of [
    'Technology',
    clarifier.description,
    "Editors' rating 4.9",
    '(12 sessions)',
    'Tell me what your spreadsheet should tell you',
    'What is a pivot table good for?',
    'Think of a pivot table as sorting laundry.',
  ])
    await expect(main()).toContainText(words)
  await expect(main().getByRole('button')).toHaveCount(0)
  await expect(link('Sign Up to Talk')).toHaveAttribute('href', '/register')
  await expect(link('Sign in')).toHaveAttribute('href', `/login?next=%2Fagents%2F${clarifier.id}`)
  // Everybody finds it in the list of all agents.
  server.answer(publicAgents, catalogue)
  await link('Agents').click()
  await expect(cards()).toHaveCount(3)
  await expect(main()).not.toContainText('(0 sessions)')
  await expect(main().getByRole('button')).toHaveCount(0)
  for (const part of [
    cardOf(clarifier).getByRole('link', { name: 'View Agent' }),
    cardOf(clarifier).locator('a').first(),
  ])
    await expect(part).toHaveAttribute('href', `/agents/${clarifier.id}`)
  as(registeredMe)
  await openAgent(coach)
  await expect(main().getByRole('button')).toHaveCount(0)
  await link('Get Access to Talk').click()
  await expect(page).toHaveURL('/register?step=package')
  as(subscriberMe)
  await openAgent({ ...clarifier, isUnlocked: true, isActive: false })
  await expect(main()).toContainText('This agent is currently paused. It stays unlocked for you.')
  await expect(main().getByRole('button')).toHaveCount(0)
  server.refuse(agentPage, 'agent_not_found')
  for (const [me, id, way, to] of [
    [null, clarifier.id, 'See All Agents', '/agents'],
    [subscriberMe, 'no-id', 'Browse Agents', '/marketplace'],
  ] as const) {
    as(me)
    await page.goto(`/agents/${id}`)
    await expect(main()).toContainText('This agent does not exist or is no longer available.')
    await expect(link(way)).toHaveAttribute('href', to)
  }
})

it('a person who talked for 2 minutes rates the agent; others learn how', tags('D55'), async () => {
  await openAgent(coach)
  await expect(main()).toContainText(`Talk with ${coach.name} for 2 minutes to rate it.`)
  const accept = () =>
    server.answer(rateAgent, ({ params: { agentId }, body: { stars } }) => {
      const rating = { agentId, stars, ratedAt: unlockedAt }
      server.answer(ratings, [rating])
      return rating
    })
  server.answer(ratings, [{ agentId: coach.id, stars: null, ratedAt: null }])
  accept()
  await openAgent(coach)
  const pressed = main()
    .getByRole('group', { name: `Rate ${coach.name}` })
    .getByRole('button', { pressed: true })
  await expect(main().getByRole('status')).toHaveText('Others only see the average.')
  await click('4 stars')
  await expect(main().getByRole('status')).toHaveText('4 of 5 stars. Press a star to change it.')
  await expect(pressed).toHaveAccessibleName('4 stars')
  server.break(rateAgent)
  await click('1 star')
  await expect(toastOf()).toContainText('Failed to save your rating. Please try again.')
  await expect(pressed).toHaveAccessibleName('4 stars')
  accept()
  await click('5 stars')
  await expect(pressed).toHaveAccessibleName('5 stars')
  expect(server.asked(rateAgent).map(({ body }) => body.stars)).toEqual([4, 1, 5])
})
