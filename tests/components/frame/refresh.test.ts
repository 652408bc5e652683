import { agents } from '#contract/agents/agents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, click, comeBack, expectToast, heading, main } from '#tests/components/words.ts'
import { withMinutes } from '#tests/pages/billing/account/account.ts'
import { serveDashboard, serveMarketplace } from '#tests/pages/conversations/home.ts'

const fresh = 'S152 S207 S286 S301 S302 S303'

it('only the person is loaded again, every 10 s and on focus', tags(fresh), async () => {
  const asked = () => server.asked(currentUser).length
  const agent = main()
    .getByRole('button', { name: /^Use This Agent/ })
    .first()
  serveDashboard(server)
  server.break(agents)
  server.break(currentUser)
  const openedAt = performance.now()
  await page.goto('/marketplace')
  await expect(page.getByText('We could not load your account')).toBeVisible()
  await expectToast('Loading Failed')
  as(withMinutes(77))
  await expect.poll(asked, { timeout: 15_000 }).toBe(2)
  expect(performance.now() - openedAt).toBeGreaterThan(9000)
  await expect(banner()).toContainText('77 minutes')
  await expect(page.getByText('We could not load the agents')).toBeVisible()
  await expect(page.getByText(/fault|internal/)).toHaveCount(0)
  for (const minutes of [76, 75]) {
    as(withMinutes(minutes))
    comeBack()
    await expect(banner()).toContainText(`${minutes} minutes`)
  }
  expect([asked(), server.asked(agents).length]).toEqual([4, 1])
  serveMarketplace(server)
  await click('Retry')
  await expect(agent).toBeVisible()
  for (const [name, title] of [
    ['Dashboard', 'Your Dashboard'],
    ['Marketplace', 'Agent Marketplace'],
  ] as const) {
    await banner().getByRole('link', { name }).first().click()
    await expect(heading(title)).toBeVisible()
  }
  await expect(agent).toBeVisible()
  comeBack()
  await expect.poll(asked).toBe(5)
  await expect(heading('Agent Marketplace')).toBeVisible()
  expect(server.asked(agents)).toHaveLength(2)
})
