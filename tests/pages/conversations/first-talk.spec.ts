import { agentPage, agents } from '#contract/agents/agents.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import { as, expect, memberMe, page, server, subscriberMe, test } from '#tests/pages.ts'
import { hoursBefore, now, serveDashboard, talk } from './home.ts'
import { coach, serveTalk, spoken } from './voice/talk.ts'

const seller = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f71', name: 'Sales Call Coach', category: 'Sales' }
const keeper = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f72', name: 'Pipeline Keeper', category: 'CRM' }
const adviser = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f73', name: 'Cash Adviser', category: 'Finance' }
const question = spoken.sampleConversation[0]?.question ?? ''

test('a newcomer is asked whom to talk to first, and a press begins with the question', async () => {
  as(subscriberMe)
  serveDashboard(server)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(agents, [coach, adviser, keeper, seller])
  server.answer(agentPage, ({ params }) => {
    const shown = [coach, adviser, keeper, seller].find(({ id }) => id === params.agentId) ?? coach
    return { ...shown, ...spoken }
  })
  await page.goto('/dashboard')
  const first = page.getByRole('region', { name: '150 minutes. Who do you want to talk to first?' })
  const suggested = first.getByRole('listitem')
  await expect(suggested).toHaveCount(3)
  await expect(suggested.nth(0)).toContainText('Pipeline Keeper')
  await expect(suggested.nth(0)).toContainText(question)
  await first.getByRole('button', { name: 'Money' }).click()
  await expect(suggested.nth(0)).toContainText('Cash Adviser')

  // A press opens the room and begins, without another question.
  await suggested.nth(0).getByRole('button').click()
  const room = page.getByRole('dialog', { name: 'Cash Adviser' })
  await expect(room.getByRole('timer')).toBeVisible()
  await expect
    .poll(() => line.sent.filter((message) => 'type' in message && message.type === 'user_message'))
    .toEqual([{ type: 'user_message', text: question }])
  await expect(room.getByRole('log')).toContainText(question)
})

test('a newcomer who has not agreed to the voice notice agrees first, and sees how it begins (D89)', async () => {
  as({ ...subscriberMe, voiceConsent: false })
  serveDashboard(server)
  await serveTalk(page, server, subscriberMe)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: /Who do you want to talk to first/ })
    .getByRole('listitem')
    .getByRole('button')
    .click()
  const room = page.getByRole('dialog', { name: coach.name })
  await expect(room).toContainText('Ready to connect')
  await expect(room).toContainText(`You'll start with: ${question}`)
  await expect(room.getByRole('checkbox', { name: 'I agree' })).toBeVisible()
})

test("a team's newcomer is told what is left of their month, never the pool, and talks to the team's agents (D190)", async () => {
  const limited = { ...memberMe, organizationCredits: 500, monthLeftSeconds: 2700 }
  as(limited)
  serveDashboard(server)
  await serveTalk(page, server, limited)
  await page.goto('/dashboard')
  const first = page.getByRole('region', { name: '45 minutes left this month. Who do you want to talk to first?' })
  await expect(first).not.toContainText('500')
  await expect(first.getByRole('listitem')).toContainText([coach.name])
  await expect(page.getByText('Left of your monthly limit at Acme Consulting.')).toBeVisible()
  await first.getByRole('listitem').getByRole('button').click()
  await expect(page.getByRole('dialog', { name: coach.name })).toBeVisible()

  // No number invites where nothing is left, or less in the pool; without agents, the admins are asked for some.
  for (const less of [{ monthLeftSeconds: 0 }, { organizationCredits: 20 }]) {
    as({ ...limited, ...less })
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Who do you want to talk to first?', exact: true })).toBeVisible()
  }
  server.answer(agents, [])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ask Your Admins' })).toBeVisible()
})

test('the last four agents that can still be talked to are one press away', async () => {
  await page.clock.setFixedTime(now)
  as(subscriberMe)
  serveDashboard(server)
  await serveTalk(page, server, subscriberMe)
  server.answer(myConversations, [
    { ...talk('Mindset Coach', 20, 724), agentId: coach.id },
    { ...talk('Mindset Coach', 90, 60), agentId: coach.id },
    { ...talk('Sales Call Coach', 30, 65), agentId: seller.id },
    { ...talk('Hiring Partner', 2, 65), agentId: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f79' },
    { ...talk('Pipeline Keeper', 40, 300, true), agentId: keeper.id, startedAt: hoursBefore(40) },
  ])
  server.answer(agents, [coach, seller, { ...keeper, isActive: false }])
  await page.goto('/dashboard')
  const again = page.getByRole('region', { name: 'Talk again' }).getByRole('listitem')
  await expect(again).toHaveText([/Mindset CoachYesterday, 12:04$/, /Sales Call CoachYesterday, 1:05$/])
  await expect(page.getByRole('region', { name: /Who do you want to talk to first/ })).toHaveCount(0)
  // What was said first is shown where the transcript is kept.
  await expect(page.getByText('“Where do I begin?”')).toBeVisible()
  await again.first().getByRole('button').click()
  await expect(page.getByRole('dialog', { name: coach.name })).toContainText('Ready to connect')
})
