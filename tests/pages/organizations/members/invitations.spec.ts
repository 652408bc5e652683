import type { Answer } from '#contract/call.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { as, expect, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { serveDashboard } from '../../conversations/home.ts'

const link = 'https://luna.test/register?ref=ROBIN234'

const offered = {
  offer: { rewardMinutes: 30, code: 'ROBIN234', link },
  referrals: [
    {
      id: '2c1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f01',
      initial: 'Z',
      status: 'pending',
      createdAt: '2026-11-18T08:00:00.000Z',
      completedAt: null,
      rewardMinutes: 0,
    },
    {
      id: '2c1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f02',
      initial: '',
      status: 'completed',
      createdAt: '2026-11-02T08:00:00.000Z',
      completedAt: '2026-11-05T08:00:00.000Z',
      rewardMinutes: 30,
    },
  ],
} satisfies Answer<typeof referrals>

test.beforeEach(() => as(subscriberMe))

test('the dashboard has a link to copy only while minutes are offered', tagged('D51'), async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  serveDashboard(server)
  server.answer(referrals, offered)
  await page.goto('/dashboard')
  await expect(page.getByText('You get 30 minutes when someone you invite makes their first payment.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Link Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  server.answer(referrals, { offer: null, referrals: [] })
  await page.reload()
  await expect.poll(() => server.asked(referrals).length).toBe(2)
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(page.getByText('Invite Friends')).toHaveCount(0)
  await page.goto('/invitations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})

test('the invitations show link and people, who have only a first letter', tagged('D51 S136'), async () => {
  server.answer(referrals, offered)
  const release = server.hold(referrals)
  await page.goto('/invitations')
  await expect(page.getByText('Loading your invitations…')).toBeAttached()
  release()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(link)
  await expect(page.getByText('you get 30 minutes, which never expire')).toBeVisible()
  await expect(page.getByText('Your code is ROBIN234.')).toBeVisible()
  const pending = page.getByRole('table', { name: 'Invited people who have not paid yet, newest first' })
  await expect(pending.getByRole('row').nth(1).getByRole('cell')).toHaveText([/^(Who)?Z\.$/, /Nov 18, 2026$/])
  await expect(page.getByRole('heading', { name: 'Completed (1)' })).toBeVisible()
  const completed = page.getByRole('table', { name: 'Invited people who have paid, newest first' })
  await expect(completed.getByRole('row').nth(1).getByRole('cell')).toHaveText([/Someone$/, /Nov 5, 2026$/, /30$/])

  server.answer(referrals, { ...offered, referrals: [] })
  await page.reload()
  await expect(page.getByText('Nobody has registered with your link yet')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  server.answer(referrals, { ...offered, referrals: offered.referrals.slice(0, 1) })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waiting for a First Payment (1)' })).toBeVisible()
  await expect(page.getByText('Nobody yet.')).toBeVisible()
})

test('a browser that cannot copy says what to do, and the list can be loaded again', async () => {
  server.answer(referrals, { ...offered, referrals: [] })
  // Like a browser on a page without encryption.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/invitations')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Please select the link and copy it yourself.')
  await page.getByLabel('Link', { exact: true }).focus()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link)

  server.break(referrals)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We could not load your invitations')
  server.answer(referrals, { ...offered, referrals: [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Nobody has registered with your link yet')).toBeVisible()
})
