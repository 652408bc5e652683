import { creditConversation, organizationCustomer } from '#contract/admin/customers.ts'
import { acmePage, serveCustomers, talk } from '#tests/pages/admin/customers/customers.ts'
import { ben } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server } from '#tests/components.ts'
import { toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

const address = `/admin/organizations/${acmePage.organization.id}`

it('an organization has one page for plan, pool, members and everything that happened', async () => {
  serveCustomers(server, () => [talk])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: acmePage.organization.name })).toBeVisible()
  await expect(page.getByText('Canceled, ends on Dec 22, 2026')).toBeVisible()
  await expect(page.getByText('$12.50 since Nov 1, 2026')).toBeVisible()
  const members = page.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('link')).toHaveText(['Ben Reed', 'mia@example.com'])
  await expect(members.getByRole('link').first()).toHaveAttribute('href', `/admin/users/${ben.id}`)
  const kinds = page.getByRole('group', { name: 'Show' })
  await expect(kinds.getByRole('button', { name: 'Declines' })).toBeVisible()
  // Only a person writes messages and signs in.
  await expect(kinds.getByRole('button', { name: /Messages|Security/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('link', { name: 'Ben Reed' })).toBeVisible()
  // Its menu does not lead to the page itself.
  await page.getByRole('button', { name: `Actions: ${acmePage.organization.name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Open Dashboard' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Customer Page' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

it('time of a conversation in a pool goes back to the pool, and the page says so', async () => {
  const { id, name } = acmePage.organization
  serveCustomers(server, () => [{ ...talk, organization: { id, name } }])
  server.answer(creditConversation, { success: true, creditBalance: 150 })
  await page.goto(address)
  await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit Back' }).click()
  await expect(toastOf()).toContainText(`0:41 went back to the pool of ${name}.`)
})

it('an unknown organization says so', async () => {
  serveCustomers(server)
  server.refuse(organizationCustomer, 'organization_not_found')
  await page.goto(address)
  await expect(page.getByText('This organization does not exist')).toBeVisible()
})
