import { talkTime } from '#contract/conversations/talk-time.ts'
import { as, expect, figureOf, main, page, press, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { idOfAgent, serveDashboard, serveSessions, talk, talkedOn } from './home.ts'

test(
  'the chart comes once there is something to draw, and the pointer reads its columns',
  tagged('S107 S109'),
  async () => {
    as(subscriberMe)
    serveDashboard(server)
    const card = main()
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Talk Time' }) })
    const columns = card.locator('[data-column]')
    await page.goto('/dashboard')
    await expect(figureOf('Total Sessions')).toHaveText('0')
    const recent = main().getByText('No sessions yet').locator('..')
    await expect(recent.getByRole('link', { name: 'Browse Agents' })).toHaveAttribute('href', '/marketplace')
    serveSessions(server, [talk('Growth Strategist', 1, 90)])
    await page.goto('/dashboard/sessions')
    await expect(card.getByText('No talk time in the last 30 days.')).toBeVisible()
    await card.getByRole('radio', { name: '7 days' }).press('Space')
    await expect(card.getByText('No talk time in the last 7 days.')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Show as Table' })).toHaveCount(0)
    await expect(card.getByRole('img')).toHaveCount(0)

    const agentName = 'Growth Strategist'
    const agents = [{ agentId: idOfAgent(agentName), agentName, seconds: 990, minutes: 16.5, sessions: 3 }]
    const talked = { '2026-11-20': { seconds: 90, sessions: 1 }, '2026-11-18': { seconds: 900, sessions: 2 } }
    server.answer(talkTime, ({ query: { days } }) => ({ days: talkedOn(days, talked), agents }))
    await page.reload()
    // Days without a conversation have none.
    await expect(columns).toHaveCount(2)
    const tip = card.getByText('15 minutes', { exact: true }).locator('visible=true')
    await expect(tip).toHaveCount(0)
    await columns.first().hover()
    await expect(tip).toBeVisible()
    await press(card, 'Show as Table')
    await expect(card.getByRole('table', { name: 'Minutes per agent' })).toContainText('16.50')
  },
)
