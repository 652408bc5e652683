import { agents, unlockAgent } from '#contract/agents/agents.ts'
import { pressFor } from '../../kit/browser/keyboard.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { clarifier as agent } from '../agents/agents.ts'

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
