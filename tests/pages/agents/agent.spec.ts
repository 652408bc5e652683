import { type Agent, agentPage, unlockAgent } from '#contract/agents/agents.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import {
  as,
  closeToasts,
  config,
  expect,
  expectTitle,
  page,
  type Page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { cardOf, catalogue, clarifier, coach, keeper, openMarketplace, serveAgents } from './agents.ts'

const open = async (page: Page, { id, name }: Agent) => {
  await page.goto(`/agents/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

const unlockedAt = '2026-11-22T08:00:00.000Z'

test('a visitor reads what an agent is like and finds the way to sign in', tagged('D53 D55'), async () => {
  serveAgents(server)
  const release = server.hold(agentPage)
  await page.goto(`/agents/${clarifier.id}`)
  await expect(page.getByText('Loading the agent…')).toBeAttached()
  release()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(clarifier.name)
  for (const words of [
    'Technology',
    'Describe the sheet in front of you',
    "Editors' rating 4.9",
    '(12 sessions)',
    'Tell me what your spreadsheet should tell you',
    'What is a pivot table good for?',
    'Think of a pivot table as sorting laundry.',
  ])
    await expect(main).toContainText(words)
  await expect(main.getByRole('img', { name: 'Rated 4.9 out of 5' })).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Sign Up to Talk' })).toHaveAttribute('href', '/register')
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/login?next=%2Fagents%2F${clarifier.id}`)
})

test('an agent is opened from its card, unlocked on its page and talked to', tagged('S168 D54'), async () => {
  let all: Agent[] = catalogue
  as(subscriberMe)
  serveAgents(server, () => all)
  server.answer(ratings, [])
  await openMarketplace(page)
  await cardOf(page, clarifier.name).getByRole('link', { name: clarifier.name }).click()
  await expect(page).toHaveURL(`/agents/${clarifier.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Premium', { exact: true })).toBeVisible()
  await expect(main.getByText('Unlocking is free.')).toBeVisible()
  server.answer(unlockAgent, () => {
    all = [coach, { ...clarifier, isUnlocked: true }]
    return { agentId: clarifier.id, unlockedAt }
  })
  await main.getByRole('button', { name: 'Unlock Agent' }).click()
  await expect(main.getByText('Unlocked', { exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(page.getByRole('dialog', { name: clarifier.name })).toContainText('Ready to connect')
  await page.keyboard.press('Escape')
  await main.getByRole('link', { name: 'Marketplace' }).click()
  await expect(cardOf(page, clarifier.name).getByRole('button')).toHaveText(['Use This Agent'])
})

test('a person who talked for 2 minutes rates the agent, once and changeably; others learn how (D55)', async () => {
  as(subscriberMe)
  serveAgents(server)
  server.answer(ratings, [])
  await open(page, coach)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Talk with ${coach.name} for 2 minutes to rate it.`)
  server.answer(ratings, [{ agentId: coach.id, stars: null, ratedAt: null }])
  server.answer(rateAgent, ({ body: { stars } }) => {
    const rating = { agentId: coach.id, stars, ratedAt: unlockedAt }
    server.answer(ratings, [rating])
    return rating
  })
  await open(page, coach)
  const stars = main.getByRole('group', { name: `Rate ${coach.name}` })
  await expect(main.getByRole('status')).toHaveText('Others only see the average.')
  await stars.getByRole('button', { name: '4 stars' }).click()
  await expect(main.getByRole('status')).toHaveText('4 of 5 stars. Press a star to change it.')
  await expect(stars.getByRole('button', { pressed: true })).toHaveAccessibleName('4 stars')

  server.break(rateAgent)
  await stars.getByRole('button', { name: '1 star' }).click()
  await expectTitle(page, 'Error')
  await expect(toastOf(page)).toContainText('Failed to save your rating. Please try again.')
  await expect(main.getByRole('status')).toHaveText('4 of 5 stars. Press a star to change it.')
  await expect(stars.getByRole('button', { pressed: true })).toHaveAccessibleName('4 stars')
  server.answer(rateAgent, ({ body }) => {
    const rating = { agentId: coach.id, stars: body.stars, ratedAt: unlockedAt }
    server.answer(ratings, [rating])
    return rating
  })
  await stars.getByRole('button', { name: '5 stars' }).click()
  await expect(main.getByRole('status')).toHaveText('5 of 5 stars. Press a star to change it.')
  expect(server.asked(rateAgent).map(({ params, body }) => [params.agentId, body.stars])).toEqual([
    [coach.id, 4],
    [coach.id, 1],
    [coach.id, 5],
  ])
})

test("people's average replaces the editor's rating as soon as the server sends it, on page and card (D55)", async () => {
  let agent: Agent = { ...keeper, isUnlocked: true, rating: 4.2, ratingSource: 'editorial', ratingCount: 4 }
  as(subscriberMe)
  serveAgents(server, () => [agent])
  server.answer(ratings, [{ agentId: keeper.id, stars: null, ratedAt: null }])
  await open(page, keeper)
  const main = page.getByRole('main')
  await expect(main).toContainText("Editors' rating")
  server.answer(rateAgent, () => {
    agent = { ...agent, rating: 3.8, ratingSource: 'people', ratingCount: 5 }
    return { agentId: keeper.id, stars: 3, ratedAt: unlockedAt }
  })
  await main.getByRole('button', { name: '3 stars' }).click()
  await expect(main).toContainText('5 ratings')
  await expect(main.getByRole('img', { name: 'Rated 3.8 out of 5' })).toBeVisible()
  await main.getByRole('link', { name: 'Marketplace' }).click()
  const card = cardOf(page, keeper.name)
  await expect(card.getByRole('img', { name: 'Rated 3.8 out of 5' })).toBeVisible()
  await expect(card).not.toContainText("Editors' rating")
})

test('an unknown or private agent is not found, and a paused one says so', tagged('D54'), async () => {
  serveAgents(server)
  server.refuse(agentPage, 'agent_not_found')
  await page.goto(`/agents/${clarifier.id}`)
  await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')
  as(subscriberMe)
  await page.goto('/agents/no-id')
  await page.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')

  const paused: Agent = { ...clarifier, isUnlocked: true, isActive: false }
  serveAgents(server, () => [paused])
  server.answer(ratings, [])
  await open(page, paused)
  await expect(page.getByText('This agent is currently paused. It stays unlocked for you.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('a person without a subscription sees the page and the way to get access', async () => {
  as(registeredMe)
  serveAgents(server)
  server.answer(ratings, [])
  await open(page, coach)
  await expect(page.getByRole('button', { name: 'Use This Agent' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Get Access to Talk' }).click()
  await expect(page).toHaveURL('/register?step=package')
  await expect(page.getByText('Choose your package')).toBeVisible()
})

test('an unlock that costs minutes names its price first and can be canceled; a new price is shown (D52)', async () => {
  let all: Agent[] = catalogue
  as(subscriberMe)
  serveAgents(server, () => all)
  server.answer(publicConfig, { ...config, unlockCostCredits: 12.5 })
  server.answer(ratings, [])
  await open(page, clarifier)
  const main = page.getByRole('main')
  await expect(main.getByText('Unlocking takes 12.50 minutes from your balance, once.')).toBeVisible()
  await main.getByRole('button', { name: 'Unlock Agent' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Unlock ${clarifier.name}?` })
  await expect(dialog).toContainText('This takes 12.50 minutes from your balance, once.')
  await expect(dialog).toContainText('You have 150 minutes.')
  await dialog.getByRole('button', { name: 'Not Now' }).click()
  await expect(dialog).toBeHidden()
  expect(server.asked(unlockAgent)).toEqual([])
  server.refuse(unlockAgent, 'price_changed')
  await main.getByRole('button', { name: 'Unlock Agent' }).click()
  await dialog.getByRole('button', { name: 'Unlock for 12.50 minutes' }).click()
  await expect(toastOf(page)).toContainText('The price has changed. Please check the new price and try again.')
  await closeToasts(page)
  server.answer(unlockAgent, () => {
    all = [{ ...clarifier, isUnlocked: true }]
    as({ ...subscriberMe, creditBalance: 137.5, monthlyCredits: 17.5, balanceSeconds: 8250 })
    return { agentId: clarifier.id, unlockedAt }
  })
  await main.getByRole('button', { name: 'Unlock Agent' }).click()
  await dialog.getByRole('button', { name: 'Unlock for 12.50 minutes' }).click()
  await expect(main.getByRole('button', { name: 'Use This Agent' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('137.50 minutes')
  expect(server.asked(unlockAgent).map(({ body }) => body)).toEqual([{ credits: 12.5 }, { credits: 12.5 }])
})

test('an unlock that costs more than is left leads to more credits', tagged('D52'), async () => {
  as({ ...subscriberMe, creditBalance: 12, monthlyCredits: 0, purchasedCredits: 12, balanceSeconds: 720 })
  serveAgents(server)
  server.answer(publicConfig, { ...config, unlockCostCredits: 12.5 })
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  await openMarketplace(page)
  await cardOf(page, clarifier.name).getByRole('button', { name: 'Unlock Agent' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You have 12 minutes.')
  await dialog.getByRole('button', { name: 'Add Credits' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('button', { name: 'Choose Uplift' })).toBeVisible()
  expect(server.asked(unlockAgent)).toEqual([])
})
