import { type Agent, agentPage, unlockAgent } from '#contract/agents/agents.ts'
import { rateAgent, ratings } from '#contract/agents/ratings.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectWords, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { cardOf, catalogue, clarifier, coach, openAgent, openMarketplace, serveAgents } from './agents.ts'

const { closeToasts, config, registeredMe, toastOf } = luna
const unlockedAt = '2026-11-22T08:00:00.000Z'
const pressed = () => main().getByRole('group').getByRole('button', { pressed: true })

test.beforeEach(() => {
  as(subscriberMe)
  serveAgents(server)
  server.answer(ratings, [])
})

/** Accepts ratings, and returns them from then on. */
const acceptRatings = () =>
  server.answer(rateAgent, ({ params: { agentId }, body: { stars } }) => {
    const rating = { agentId, stars, ratedAt: unlockedAt }
    server.answer(ratings, [rating])
    return rating
  })

test('a visitor reads what an agent is like and finds the way to sign in', tagged('D53 D55'), async () => {
  as(null)
  const release = server.hold(agentPage)
  await page.goto(`/agents/${clarifier.id}`)
  await expect(page.getByText('Loading the agent…')).toBeAttached()
  release()
  await expect(main().getByRole('heading', { level: 1 })).toHaveText(clarifier.name)
  await expectWords(main(), 'Technology', clarifier.description, "Editors' rating 4.9", '(12 sessions)')
  await expectWords(main(), 'Tell me what your spreadsheet should tell you', 'What is a pivot table good for?')
  await expect(main()).toContainText('Think of a pivot table as sorting laundry.')
  await expect(main().getByRole('img', { name: 'Rated 4.9 out of 5' })).toBeVisible()
  await expect(main().getByRole('button')).toHaveCount(0)
  await expect(main().getByRole('link', { name: 'Sign Up to Talk' })).toHaveAttribute('href', '/register')
  await main().getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/login?next=%2Fagents%2F${clarifier.id}`)
})

test('a person who talked for 2 minutes rates the agent; others learn how', tagged('D55'), async () => {
  await openAgent(coach)
  await expect(main()).toContainText(`Talk with ${coach.name} for 2 minutes to rate it.`)
  server.answer(ratings, [{ agentId: coach.id, stars: null, ratedAt: null }])
  acceptRatings()
  await openAgent(coach)
  const stars = main().getByRole('group', { name: `Rate ${coach.name}` })
  await expect(main().getByRole('status')).toHaveText('Others only see the average.')
  await press(stars, '4 stars')
  await expect(main().getByRole('status')).toHaveText('4 of 5 stars. Press a star to change it.')
  await expect(pressed()).toHaveAccessibleName('4 stars')
  server.break(rateAgent)
  await press(stars, '1 star')
  await expect(toastOf(page)).toContainText('ErrorFailed to save your rating. Please try again.')
  await expect(pressed()).toHaveAccessibleName('4 stars')
  acceptRatings()
  await press(stars, '5 stars')
  expect(server.asked(rateAgent).map(({ body }) => body.stars)).toEqual([4, 1, 5])
})

test('an unknown or private agent is not found, and a paused one says so', tagged('D54'), async () => {
  as(null)
  server.refuse(agentPage, 'agent_not_found')
  await page.goto(`/agents/${clarifier.id}`)
  await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')
  as(subscriberMe)
  await page.goto('/agents/no-id')
  await page.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')

  const paused: Agent = { ...clarifier, isUnlocked: true, isActive: false }
  serveAgents(server, () => [paused])
  await openAgent(paused)
  await expect(page.getByText('This agent is currently paused. It stays unlocked for you.')).toBeVisible()
  await expect(main().getByRole('button')).toHaveCount(0)
})

test('a person without a subscription sees the page and the way to get access', async () => {
  as(registeredMe)
  await openAgent(coach)
  await expect(page.getByRole('button', { name: 'Use This Agent' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Get Access to Talk' }).click()
  await expect(page).toHaveURL('/register?step=package')
})

test('an unlock that costs minutes names its price and can be canceled', tagged('S168 D52 D54'), async () => {
  let all: Agent[] = catalogue
  serveAgents(server, () => all)
  server.answer(publicConfig, { ...config, unlockCostCredits: 12.5 })
  await openMarketplace()
  await cardOf(clarifier).getByRole('link', { name: clarifier.name }).click()
  await expect(main().getByText('Unlocking takes 12.50 minutes from your balance, once.')).toBeVisible()
  await press(main(), 'Unlock Agent')
  const dialog = page.getByRole('alertdialog', { name: `Unlock ${clarifier.name}?` })
  await expectWords(dialog, 'This takes 12.50 minutes from your balance, once.', 'You have 150 minutes.')
  await press(dialog, 'Not Now')
  expect(server.asked(unlockAgent)).toEqual([])
  server.refuse(unlockAgent, 'price_changed')
  await press(main(), 'Unlock Agent')
  await press(dialog, 'Unlock for 12.50 minutes')
  await expect(toastOf(page)).toContainText('The price has changed. Please check the new price and try again.')
  await closeToasts(page)
  server.answer(unlockAgent, () => {
    all = [coach, { ...clarifier, isUnlocked: true }]
    as({ ...subscriberMe, creditBalance: 137.5, monthlyCredits: 17.5, balanceSeconds: 8250 })
    return { agentId: clarifier.id, unlockedAt }
  })
  await press(main(), 'Unlock Agent')
  await press(dialog, 'Unlock for 12.50 minutes')
  await expect(page.getByRole('banner')).toContainText('137.50 minutes')
  expect(server.asked(unlockAgent).map(({ body }) => body)).toEqual([{ credits: 12.5 }, { credits: 12.5 }])
  await press(main(), 'Use This Agent')
  await expect(page.getByRole('dialog', { name: clarifier.name })).toContainText('Ready to connect')
  await page.keyboard.press('Escape')
  await main().getByRole('link', { name: 'Marketplace' }).click()
  await expect(cardOf(clarifier).getByRole('button')).toHaveText(['Use This Agent'])
})

test('an unlock that costs more than is left leads to more credits', tagged('D52'), async () => {
  as({ ...subscriberMe, creditBalance: 12, monthlyCredits: 0, purchasedCredits: 12, balanceSeconds: 720 })
  server.answer(publicConfig, { ...config, unlockCostCredits: 12.5 })
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  await openMarketplace()
  await press(cardOf(clarifier), 'Unlock Agent')
  await expect(page.getByRole('alertdialog')).toContainText('You have 12 minutes.')
  await press(page.getByRole('alertdialog'), 'Add Credits')
  await expect(page).toHaveURL('/checkout')
  expect(server.asked(unlockAgent)).toEqual([])
})
