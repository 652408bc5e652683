import { brandedAppSettings } from '#contract/organizations/app/branded-app-settings.ts'
import { adminRequests } from '#contract/agents/admin-requests.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { availableAgents } from '#contract/organizations/agents.ts'
import { organizationUsers } from '#contract/organizations/members.ts'
import { savedAnswers } from '#contract/messages/saved-answers.ts'
import type { FakeServer } from '#tests/pages/fake-server.ts'
import { planner, serveAgents } from '#tests/pages/admin/agents.ts'
import { apology, fromBen, question, serveMessages } from '#tests/pages/admin/messages.ts'
import { request } from '#tests/pages/admin/requests/requests.ts'
import { acme, serveOrganizations } from '#tests/pages/admin/organizations.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { adminMe, as, expect, it, page, server, tags } from '#tests/components.ts'
import { actsOf, expectSent, openDetails, openTab } from '#tests/components/admin/panel.ts'

/** What the panel shows and offers to each staff role; the server refuses the rest anyway (D144). */

type Role = Exclude<StaffRole, 'owner'>

const allTabs = ['Users', 'Agents', 'Organizations', 'Agent Requests', 'Communications']

/** By role: the tabs, the links of the head, and whether rows of users and organizations have actions. */
const shown: Record<Role, { tabs: string[]; links: string[]; userActs: string[]; organizationActs: string[] }> = {
  support: {
    tabs: allTabs,
    links: ['Payments'],
    userActs: ['Deactivate', 'Adjust Credits', 'Refund a Payment', 'Delete'],
    organizationActs: ['Customer Page', 'Adjust Credits', 'Refund a Payment', 'Set Canceled'],
  },
  finance: {
    tabs: allTabs,
    links: ['Overview', 'Payments', 'Audit Log'],
    userActs: ['Adjust Credits', 'Refund a Payment'],
    organizationActs: ['Customer Page', 'Adjust Credits', 'Refund a Payment'],
  },
  content: { tabs: ['Agents', 'Agent Requests'], links: [], userActs: [], organizationActs: [] },
  read_only: {
    tabs: allTabs,
    links: ['Overview', 'Payments', 'Audit Log', 'Settings'],
    userActs: [],
    organizationActs: [],
  },
}
const roles = Object.keys(shown) as Role[]

/** Support gives colleagues nothing. */
const colleague = { ...ben, id: crypto.randomUUID(), firstName: 'Grace', role: 'admin', staffRole: 'finance' } as const

function serveAll(server: FakeServer): void {
  serveMessages(server, () => [question])
  serveAgents(server, () => [planner])
  serveOrganizations(server, () => [acme])
  serveUsers(server, () => [ben, colleague])
  server.answer(adminRequests, [request])
}

for (const role of roles) {
  it(`${role}: the panel has the tabs, links and changes of the role's duties`, tags('D142 D144'), async () => {
    const { tabs, links } = shown[role]
    as({ ...adminMe, staffRole: role })
    serveAll(server)
    await page.goto('/admin')
    await expect(page.getByRole('tab')).toHaveText(tabs)
    await expect(page.getByRole('tab', { selected: true })).toHaveText(tabs[0] ?? '')
    const head = page.getByRole('main').getByRole('link', { name: /^(Overview|Payments|Audit Log|Settings)$/ })
    await expect(head).toHaveText(links)
    await openTab('agents')
    const changes = includesDuty(role, 'agents.change') ? 1 : 0
    await expect(page.getByRole('button', { name: 'Create Agent' })).toHaveCount(changes)
    await expect(page.getByRole('button', { name: `Actions: ${planner.name}` })).toHaveCount(changes)
    // Only owners have the rights of an organization's admins (D120).
    if (changes) expect(await actsOf(planner.name)).not.toContain('Add to Organization')
    await openTab('requests')
    await expect(page.getByRole('combobox', { name: 'Status: Hard Buyer' })).toHaveCount(changes)
    await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hard Buyer' })
    await expect(dialog.getByText('Plays a hard buyer.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save Status' })).toHaveCount(changes)
    const [tab] = allTabs.filter((name) => !tabs.includes(name))
    if (tab) await page.goto(`/admin?tab=${tab.toLowerCase()}`)
    else if (!links.includes('Overview')) await page.goto('/admin/overview')
    else return
    await expect(page.getByText(`Your role doesn’t include ${tab ?? 'Overview'}`)).toBeVisible()
  })
}

for (const role of roles.filter((one) => one !== 'content')) {
  it(`${role}: people and organizations offer what the role may do to them`, tags('D120 D144'), async () => {
    const { userActs, organizationActs } = shown[role]
    as({ ...adminMe, staffRole: role })
    serveAll(server)
    await openTab('users', 2)
    const hasActs = userActs.length > 0
    await expect(page.getByRole('button', { name: 'Actions: Ben Reed' })).toHaveCount(hasActs ? 1 : 0)
    if (hasActs) expect(await actsOf('Ben Reed')).toEqual(userActs)
    const colleagues = page.getByRole('button', { name: 'Actions: Grace Reed' })
    await expect(colleagues).toHaveCount(role === 'finance' ? 1 : 0)

    await openTab('organizations')
    await expect(page.getByRole('button', { name: 'Create Organization' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Actions: ${acme.name}` })).toHaveCount(hasActs ? 1 : 0)
    if (hasActs) expect(await actsOf(acme.name)).toEqual(organizationActs)
    const dialog = await openDetails()
    await expect(dialog.getByRole('region', { name: 'Users' })).toContainText('2 of 5 seats')
    await expect(dialog.getByRole('link', { name: 'Customer Page' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Grant App' })).toHaveCount(
      includesDuty(role, 'people.change') ? 1 : 0,
    )
    await expect(dialog.getByRole('region', { name: 'Add Agent' })).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: /Open Dashboard|Manage users/ })).toHaveCount(0)
    // The server gives these to owners only.
    for (const call of [organizationUsers, availableAgents, brandedAppSettings]) await expectSent(call)
  })

  it(`${role}: communications are read, and answered by those who may`, tags('D64 D144'), async () => {
    as({ ...adminMe, staffRole: role })
    serveAll(server)
    server.answer(savedAnswers, [{ ...apology, title: 'Invoices', message: 'On your account page.' }])
    const changes = includesDuty(role, 'messages.change') ? 1 : 0
    await openTab('communications')
    await expect(page.getByRole('button', { name: 'New Message' })).toHaveCount(changes)
    await page.getByRole('button', { name: 'Saved Answers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved Answers' })
    await expect(dialog.getByText('On your account page.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'New Saved Answer' })).toHaveCount(changes)
    await expect(dialog.getByRole('button', { name: 'Edit: Invoices' })).toHaveCount(changes)
    await expect(dialog.getByRole('button', { name: 'Delete: Invoices' })).toHaveCount(changes)
    await page.goto(`/admin?tab=communications&message=${fromBen.messageId}`)
    await expect(page.getByText('Where is it?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toHaveCount(changes)
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveCount(changes)
  })
}
