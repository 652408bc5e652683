import { tagged } from '../../../kit/tags.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'
import { expect, test } from '../../fixtures.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'

test(
  'ending releases the microphone, sends minutes and updates what is shown',
  tagged('S164 S243 S295 S296 D88'),
  async ({ page }) => {
    const talker = await becomeTalker(page)
    await talking.watchMicrophones(page)
    const sockets = talking.recordSockets(page)
    await page.goto('/dashboard')
    await expect(page.getByText('No sessions yet')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Marketplace' }).first().click()
    await page.getByRole('searchbox', { name: 'Search agents' }).fill(talking.agentName)
    await page.getByRole('button', { name: 'Use This Agent' }).click()
    const dialog = page.getByRole('dialog')
    const askedMs = performance.now()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog.getByRole('timer')).toHaveText(/[3-9]$/)
    await expect.poll(() => talking.microphones(page)).toEqual(['live'])

    const ended = page.waitForRequest((request) => /\/api\/user\/sessions\/[^/]+\/end$/.test(request.url()))
    const reread = page.waitForRequest((request) => request.url().endsWith('/api/auth/user'))
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    const { duration, cost } = (await ended).postDataJSON() as { duration: number; cost: number }
    expect(duration * 60).toBeGreaterThanOrEqual(3)
    expect(duration * 60).toBeLessThan((performance.now() - askedMs) / 1000)
    expect(cost).toBeCloseTo(duration * 0.085, 3)
    await reread
    await expect(dialog).toContainText('Session saved')
    await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
    await expect.poll(() => sockets[0]?.isClosed).toBe(true)

    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'completed', end_reason: 'user' })
    await dialog.getByRole('button', { name: 'Done' }).click()
    // Without a reload: what was loaded before the conversation is loaded again.
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('link', { name: 'View All' }).click()
    await expect(page.getByRole('main')).toContainText(talking.agentName)
    // How quick this machine is decides whether it was long enough to be charged; if not, it is listed separately (D189).
    const [conversation] = await conversationsOf(talker)
    const apart = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Not charged' }) })
    await expect(apart).toHaveCount(Number(conversation?.charged_ms) === 0 ? 1 : 0)
  },
)

test(
  'a provider that drops the call midway: Connection Lost with Resume',
  tagged('gate S166 S265 D72 D76'),
  async ({ page }) => {
    const talker = await becomeTalker(page)
    await talking.watchMicrophones(page)
    const dialog = await talking.openAgent(page)
    await talking.withVoiceFault('drop', async () => {
      await dialog.getByRole('button', { name: 'Start' }).click()
      await expect(dialog.getByRole('timer')).toBeVisible()
      await expectRow(page, 'S265')
    })
    await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
    const [lost] = await conversationsOf(talker)
    expect(lost).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
    // A question would interrupt the words to come.
    await talking.listenOnly(page)
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await expect(dialog.getByRole('log')).toContainText('We were cut off. I am back, please go on.')
    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
  },
)
