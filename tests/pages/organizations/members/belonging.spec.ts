import { acceptInvitation } from '#contract/organizations/joining.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { alone, as, contextOf, expect, memberMe, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { mailed, path, serveInvitation, today } from './invitation.ts'
import { serveOrganization } from './joined-organization.ts'

test.beforeEach(() => page.clock.setFixedTime(today))

test('a person who already belongs there sees that, can go in, and need not join', tagged('D111 D119'), async () => {
  as(subscriberMe, { ...alone, memberships: contextOf(memberMe).memberships })
  serveInvitation(server, { ...mailed.invitation, title: 'Open day', isShared: true, maskedEmail: null })
  server.answer(switchOrganization, () => {
    as(memberMe)
    return contextOf(memberMe)
  })
  serveOrganization(server, memberMe)
  server.answer(organizationAgents, [])
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("You're Already In")
  await expect(main.getByText(`You're a member of Acme Consulting as ${subscriberMe.email}.`)).toBeVisible()
  await expect(main.getByRole('button', { name: /^Join/ })).toHaveCount(0)
  await main.getByRole('button', { name: 'Go to Acme Consulting' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(server.asked(switchOrganization).map(({ body }) => body)).toEqual([{ organizationId: mailed.organization.id }])
  expect(server.asked(acceptInvitation)).toEqual([])
})
