import { type Agent, agents, unlockAgent } from '#contract/agents/agents.ts'
import { pressFor } from '../../kit/browser/keyboard.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'

const agent = {
  id: '7a2d0b11-0001-4a61-8f0e-6f2f3b1c0001',
  name: 'Closing Coach',
  description: 'Practises closing with you.',
  category: 'Sales',
  imageUrl: null,
  isPremium: true,
  isActive: true,
  isUnlocked: false,
  rating: 4.5,
  ratingSource: 'editorial',
  sessionCount: 12,
  ratingCount: 0,
  greetingUrl: null,
  greeting: null,
} satisfies Agent

test('an act whose button disappears or changes keeps the focus at the marketplace', tagged('S168'), async () => {
  as(subscriberMe)
  server.answer(agents, [agent])
  server.answer(unlockAgent, () => {
    server.answer(agents, [{ ...agent, isUnlocked: true }])
    return { agentId: agent.id, unlockedAt: '2026-11-22T08:00:00.000Z' }
  })
  await page.goto('/marketplace')
  const card = page.getByRole('article', { name: agent.name })
  await card.getByRole('button', { name: 'Unlock Agent' }).focus()
  await pressFor(page, 'Enter', card.getByRole('button', { name: 'Use This Agent' }))
  await page.getByRole('searchbox', { name: 'Search agents' }).fill('zzzz')
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Filters' }).focus()
  await pressFor(page, 'Enter', card)
})
