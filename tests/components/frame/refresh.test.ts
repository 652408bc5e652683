import { formatMinutes } from '#contract/amounts.ts'
import { agents } from '#contract/agents/agents.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, cardOf, click, comeBack, expectToast, heading, main } from '#tests/components/words.ts'
import { autoPurchaseOff, withMinutes } from '#tests/pages/billing/account/account.ts'
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

/** Puts each text into an element of its own, as a browser that translates the page does. */
function translate(element: Element = page.window.document.body): void {
  for (const node of element.childNodes) {
    if (node instanceof page.window.Element) {
      if (node.getAttribute('translate') !== 'no') translate(node)
    } else if (node.nodeType === 3 && node.textContent?.trim()) {
      const font = page.window.document.createElement('font')
      font.textContent = node.textContent
      node.replaceWith(font)
    }
  }
}

it('the figures of a translated page go on changing', tags('D203'), async () => {
  const stats = { totalSessions: 3, agentsRequested: 0, minutesUsed: 3, secondsUsed: 180, averageSessionSeconds: 60 }
  serveDashboard(server)
  server.answer(autoPurchase, autoPurchaseOff)
  server.answer(userStats, { ...stats, creditsUsed: 3 })
  as(withMinutes(77))
  await page.goto('/dashboard')
  await expect(main()).toContainText('Credits Used3')
  for (const [minutes, used] of [
    [9.5, 70],
    [8.25, 71.25],
    [60, 72],
  ] as const) {
    translate()
    as(withMinutes(minutes))
    server.answer(userStats, { ...stats, creditsUsed: used })
    comeBack()
    const shown = formatMinutes(minutes)
    for (const place of [banner(), cardOf('Credit Balance')]) await expect(place).toContainText(shown)
    await expect(main()).toContainText(`Credits Used${formatMinutes(used)}`)
    if (minutes < 10) await expect(main()).toContainText(`You have ${shown} minutes left to talk.`)
    else await expect(main()).not.toContainText('left to talk')
  }
})
