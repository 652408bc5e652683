import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { idOfAgent } from '../conversations/past-conversations.ts'
import { balanceMsOf, becomeTalker } from '../conversations/voice/talkers.ts'

const agentName = 'Spreadsheet Clarifier'

test(
  'a premium agent is refused, unlocked on its page at no cost, and ready in both places',
  tagged('S006 S079 S080 S081 S168 S170 S221 S222 S308 D52 D53 D54'),
  async ({ page }) => {
    const talker = await becomeTalker(page)
    const id = await idOfAgent(agentName)
    const start = () => page.request.post('/api/sessions', { data: { agentId: id } })
    expect((await start()).status()).toBe(403)
    await page.goto('/marketplace')
    const listed = (await (await page.request.get('/api/agents')).json()) as object[]
    expect(listed.length).toBeGreaterThanOrEqual(12)
    await expect(page.getByRole('article')).toHaveCount(listed.length)
    await page.getByRole('article', { name: agentName }).getByRole('link', { name: agentName }).click()
    await expect(page).toHaveURL(`/agents/${id}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Unlock Agent' }).click()
    await expect(main.getByText('Unlocked', { exact: true })).toBeVisible()
    expect(await balanceMsOf(talker)).toBe(150 * 60_000)
    const unlocked = await page.request.get('/api/user/unlocked-agents')
    expect(await unlocked.json()).toMatchObject([{ agentId: id }])
    await main.getByRole('link', { name: 'Marketplace' }).click()
    const card = page.getByRole('article', { name: agentName })
    await expect(card.getByRole('button', { name: /Agent$/ })).toHaveText(['Use This Agent'])
    const started = await start()
    expect(started.status()).toBe(201)
    await page.request.put(`/api/user/sessions/${((await started.json()) as { id: string }).id}/end`, { data: {} })
  },
)
