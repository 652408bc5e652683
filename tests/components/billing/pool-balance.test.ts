import { organizationAgents } from '#contract/organizations/agents.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, cardOf, main } from '#tests/components/words.ts'
import { serveDashboard } from '#tests/pages/conversations/home.ts'
import { overview, overviewOfMember, serveDashboard as serveAcme } from '#tests/pages/organizations/organization.ts'
import { memberMe, ownerMe, subscriberMe } from '#tests/pages/people.ts'
import type { FakeServer } from '#tests/pages/fake-server.ts'

function serveOrganization(server: FakeServer, shown: { role: 'admin' | 'member'; creditBalance: number }): void {
  serveAcme(server, { ...(shown.role === 'admin' ? overview : overviewOfMember), ...shown })
  server.answer(organizationAgents, [])
}

beforeEach(() => serveDashboard(server))

it('in an organization the credit balance is the pool: admins add, members ask', tags('S197 D49'), async () => {
  const card = cardOf('Credit Balance')
  as({ ...ownerMe, organizationCredits: 42 })
  await page.goto('/dashboard')
  await expect(card).toContainText('You share 42 minutes with everyone at Acme Consulting.')
  await expect(card.getByRole('link', { name: 'Add Credits' })).toHaveAttribute('href', '/checkout')

  as({ ...memberMe, organizationCredits: 42 })
  await page.goto('/dashboard')
  await expect(card).toContainText('You share 42 minutes with everyone at Acme Consulting.')
  await expect(card.getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Request minutes' })).toBeVisible()
  // Switching to the personal account shows the personal minutes again.
  as(subscriberMe)
  await page.goto('/dashboard')
  await expect(card).toContainText('You have 150 minutes')
})

it('below 10 minutes in the pool its people are warned on both dashboards', tags('S685 D48'), async () => {
  const people: (Me & { organizationRole: 'admin' | 'member' })[] = [ownerMe, memberMe]
  const buy = main().getByRole('link', { name: 'Buy Credits' })
  const ask = main().getByRole('button', { name: 'Request minutes' }).first()
  for (const minutes of [10, 9.99])
    for (const me of people) {
      as({ ...me, organizationCredits: minutes })
      serveOrganization(server, { role: me.organizationRole, creditBalance: minutes })
      for (const path of ['/dashboard', '/organization-dashboard']) {
        await page.goto(path)
        await expect(
          banner().getByRole('button', { name: new RegExp(`Acme Consulting ?${minutes} credits`) }),
        ).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const warning = page.getByText('Low Credit Balance')
        if (minutes === 10) {
          await expect(main()).toContainText('10')
          await expect(warning).toHaveCount(0)
          continue
        }
        await expect(warning).toBeVisible()
        await expect(page.getByText('Your organization has 9.99 minutes left to talk.')).toBeVisible()
        await expect(me.organizationRole === 'admin' ? buy : ask).toBeVisible()
      }
    }
})

it('a member with a limit is told what is left of it, never the pool', tags('D190'), async () => {
  for (const [left, pool, warning] of [
    [720, 500, null],
    [270, 500, 'You have 4.50 minutes left this month.'],
    [720, 7, "Your organization's minutes are running low."],
  ] as const) {
    as({ ...memberMe, organizationCredits: pool, monthLeftSeconds: left })
    await page.goto('/dashboard')
    const figure = left === 720 ? '12' : '4.50'
    const balance = banner().getByRole('button', { name: new RegExp(`Acme Consulting ?${figure} credits`) })
    await expect(balance).toBeVisible()
    const card = cardOf('Credit Balance')
    await expect(card).toContainText(`You have ${figure} minutes left of your monthly limit at Acme Consulting.`)
    await expect(main().getByText('Low Credit Balance')).toHaveCount(warning ? 1 : 0)
    if (warning) await expect(main()).toContainText(warning)
    await expect(page.getByText(new RegExp(`\\b${pool} (credits|minutes)`))).toHaveCount(0)
    await balance.click()
    await expect(page.getByText('Left of your monthly limit.')).toBeVisible()
  }
  await page.goto('/checkout')
  await expect(main()).toContainText('Left this month 12 minutes')
  await expect(main()).not.toContainText('7 minutes')
})
