import type { Answer } from '#contract/call.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { serveDashboard } from '#tests/pages/conversations/home.ts'
import { subscriberMe } from '#tests/pages/people.ts'
import { button, expectTexts, main, press } from '../organization.ts'

const link = 'https://luna.test/register?ref=ROBIN234'
const [pending, completed] = [
  { status: 'pending', initial: 'Z', createdAt: '2026-11-18T08:00:00.000Z', completedAt: null, rewardMinutes: 0 },
  {
    status: 'completed',
    initial: '',
    createdAt: '2026-11-02T08:00:00.000Z',
    completedAt: '2026-11-05T08:00:00.000Z',
    rewardMinutes: 30,
  },
] as const
const id = '2c1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f0'

function serve(...people: Omit<Answer<typeof referrals>['referrals'][number], 'id'>[]): void {
  server.answer(referrals, {
    offer: { rewardMinutes: 30, code: 'ROBIN234', link },
    referrals: people.map((one, index) => ({ ...one, id: `${id}${index}` })),
  })
}

it('while minutes are offered, a person copies a link and sees who came by it', tags('D51 S136'), async () => {
  as(subscriberMe)
  serveDashboard(server)
  serve(pending, completed)
  await page.goto('/dashboard')
  await expect(main).toContainText('You get 30 minutes when someone you invite makes their first payment.')
  await press(button('Copy Link'), 'Link Copied')
  expect(await page.window.navigator.clipboard.readText()).toBe(link)
  await page.goto('/invitations')
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(link)
  await expectTexts(main, 'you get 30 minutes, which never expire', 'Your code is ROBIN234.', 'Completed (1)')
  const cells = (state: string) =>
    page.getByRole('table', { name: `Invited people who have ${state}, newest first` }).getByRole('cell')
  await expect(cells('not paid yet')).toHaveText([/^(Person)?Z\.$/, /Nov 18, 2026$/])
  await expect(cells('paid')).toHaveText([/Someone$/, /Nov 5, 2026$/, /30$/])
  // Like a browser on a page without encryption.
  Object.defineProperty(page.window.navigator, 'clipboard', { value: undefined })
  await press(button('Copy Link'), 'Please select the link and copy it yourself.')

  serve(pending)
  await page.reload()
  await expectTexts(main, 'Waiting for a First Payment (1)', 'Nobody yet.')
  server.break(referrals)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We could not load your invitations')
  serve()
  await button('Retry').click()
  await expect(main).toContainText('Nobody has registered with your link yet')
  await expect(page.getByRole('table')).toHaveCount(0)
  server.answer(referrals, { offer: null, referrals: [] })
  await page.reload()
  await expect(main).toContainText('Page Not Found')
  const asked = server.asked(referrals).length
  await page.goto('/dashboard')
  await expect.poll(() => server.asked(referrals).length).toBe(asked + 1)
  await expect(main).toContainText('No messages yet')
  await expect(main).not.toContainText('Invite Friends')
})
