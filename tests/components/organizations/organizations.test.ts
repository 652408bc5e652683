import { availableAgents, organizationAgents, removeOrganizationAgent } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { inviteMember, invitations } from '#contract/organizations/invitations.ts'
import * as management from '#contract/organizations/management.ts'
import { members } from '#contract/organizations/members.ts'
import { leaveOrganization, switchOrganization } from '#contract/organizations/organizations.ts'
import { accessRefusals } from '#server/identity/access.ts'
import { closeToasts, expectRow, optionsOf } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { both, details, detailsOfMember, southwind } from '#tests/pages/organizations/managed.ts'
import { dora } from '#tests/pages/organizations/members/bulk.ts'
import { acmeId, coach, hiringPartner, mia, olga } from '#tests/pages/organizations/organization.ts'
import { overview, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { adminMe, alone, contextOf, memberMe, ownerMe, registeredMe } from '#tests/pages/people.ts'
import * as acme from './organization.ts'

/** /organizations: a person's organizations, and the forms of each. */

const { bodies, button, cardOf, confirm, ended, expectFault, header, itemsOf, link, main, question } = acme
const { organizationDetails, userOrganizations } = management
const list = page.getByRole('navigation', { name: 'Your organizations' })
const choose = (name: string) => list.getByRole('link', { name }).click()
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const rows = main.getByRole('table', { name: 'Members' }).locator('tbody tr')

beforeEach(() => {
  as(ownerMe)
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, ({ params }) => (params.organizationId === String(acmeId) ? details : southwind))
  server.answer(members, [mia, olga])
  server.answer(invitations, [])
  server.answer(organizationAgents, [coach])
  server.answer(availableAgents, [])
})

it('lists the organizations next to the first one', tags('S417 S418 S419 D188 D212'), async () => {
  // Where somebody works now makes no difference.
  as({ ...ownerMe, organizationId: 100_002 })
  await page.goto('/organizations')
  await expect(heading('Acme Consulting')).toBeVisible()
  await expect(tab('Team')).toHaveAttribute('aria-selected', 'true')
  await expect(list.getByRole('link')).toContainText(['Acme ConsultingAdmin', 'SouthwindMemberCanceled'])
  await choose('Acme Consulting')
  await expect(heading('Acme Consulting')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Team', 'Agents', 'Branding'])
  await expect(tab('Team')).toHaveAttribute('aria-selected', 'true')
  await expect(rows).toContainText(['Mia', 'Olga'])
  await expect(rows.filter({ hasText: 'Olga' }).getByText('You', { exact: true })).toBeVisible()
  await expect(main.getByText('You', { exact: true })).toHaveCount(1)
  const figure = (name: string) => main.locator('dl > div').filter({ hasText: name })
  await expect(figure('Team Members')).toContainText('2of 10 seats')
  await expect(figure('Private Agents')).toContainText('0of 1 assigned')
  await expect(figure('Credit Balance')).toContainText('42minutes')
  for (const name of ['Overview', 'Team', 'Agents', 'Branding']) {
    await tab(name).click()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await choose('Southwind')
  await expect(tab('Team')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(ended)).toBeVisible()
})

it('everybody except the last admin may leave, after a question', tags('D179'), async () => {
  server.refuse(leaveOrganization, 'last_admin')
  await page.goto('/organizations?tab=overview')
  const leave = () => button('Leave Organization').click()
  await leave()
  await expect(question).toHaveAccessibleName('Leave Acme Consulting?')
  await expect(question).toContainText("To come back, you'll need a new invitation.")
  await confirm('Stay')
  await expect(question).toHaveCount(0)
  expect(server.asked(leaveOrganization)).toEqual([])
  await leave()
  await confirm('Leave Organization', 'You are the last admin. Please make someone else an admin first.')
  await expect(heading('Acme Consulting')).toBeVisible()
  server.answer(leaveOrganization, () => {
    as(registeredMe)
    return alone
  })
  await leave()
  await confirm('Leave Organization', 'You left Acme Consulting')
  // Without an open payment, the payment step leads back to the packages.
  await expect(page).toHaveURL('/register?step=package')
  const query = { organizationId: acmeId }
  expect(server.asked(leaveOrganization).map((asked) => asked.query)).toEqual([query, query])
  // A platform admin who visits it does not belong to it.
  as(adminMe)
  await page.goto('/organizations?tab=overview')
  await expect(page.getByText('We advise.')).toBeVisible()
  await expect(button('Leave Organization')).toHaveCount(0)
})

it('the account menu opens the page, which opens dashboards and published apps', tags('S420 D122'), async () => {
  serveDashboard(server)
  const there = { ...ownerMe, organizationId: 100_002, organizationName: 'Southwind' }
  server.answer(switchOrganization, () => {
    as(there)
    server.answer(organizationOverview, { ...overview, id: 100_002, name: 'Southwind' })
    return contextOf(there)
  })
  await page.goto('/organization-dashboard')
  await header.getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  await expect(link('Open Dashboard')).toHaveAttribute('href', '/organization-dashboard')
  await expect(button('Open App Page')).toBeDisabled()
  await expect(page.getByText('Not published yet')).toBeVisible()
  await choose('Southwind')
  await button('Open Dashboard').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Southwind')
  expect(bodies(switchOrganization)).toEqual([{ organizationId: 100_002 }])
  server.answer(organizationDetails, { ...details, organization: { ...details.organization, isAppPublished: true } })
  await page.goto('/organizations')
  const open = main.getByRole('link', { name: 'Open App Page' })
  await expect(open).toHaveAttribute('href', '/o/acme-consulting/')
  await expect(open).toHaveAttribute('target', '_blank')
})

it('the page loads, retries, and guides people without organization or package', tags('D130'), async () => {
  const state = { subscriptionStatus: 'inactive', givesAccess: false } as const
  as({ ...ownerMe, emailVerified: false })
  server.answer(organizationDetails, { ...details, organization: { ...details.organization, ...state } })
  await page.goto('/organizations?tab=team')
  await expect(page.getByText('Meanwhile, you can invite people, add agents and set up the branding.')).toBeVisible()
  await expect(link('Choose a Package')).toHaveAttribute('href', `/package-builder?organizationId=${acmeId}`)
  await expect(cardOf('Invite a Member')).toContainText('Confirm your email address first')
  as(memberMe)
  const { organization } = detailsOfMember
  server.answer(organizationDetails, { ...detailsOfMember, organization: { ...organization, ...state } })
  await page.goto('/organizations')
  await expect(main).toContainText('until a package is paid for. Its admins choose and pay for it.')
  await expect(link('Choose a Package')).toHaveCount(0)

  as(registeredMe)
  server.answer(userOrganizations, [])
  await page.goto('/organizations')
  await expect(page.getByText("You don't belong to an organization yet")).toBeVisible()
  as(ownerMe)
  server.answer(userOrganizations, both)
  const release = server.hold(userOrganizations)
  await page.goto('/organizations')
  await expect(page.getByText('Loading your organizations…')).toBeVisible()
  release()
  await expect(heading('Acme Consulting')).toBeVisible()
  server.refuseWith(organizationDetails, accessRefusals.organizationNotFound())
  await choose('Southwind')
  await expect(page.getByText('We could not load this organization')).toBeVisible()
  server.answer(organizationDetails, southwind)
  await button('Retry').click()
  await expect(heading('Southwind')).toBeVisible()
})

it('members see names and their agents, guests no names, and neither changes anything', tags('D123'), async () => {
  as(memberMe)
  server.answer(organizationDetails, detailsOfMember)
  server.answer(organizationAgents, [coach, hiringPartner])
  await page.goto('/organizations?tab=team')
  await expect(itemsOf('Team')).toContainText(['Mia Member', 'Olga Owner'])
  await expect(page.getByRole('list', { name: 'Team' })).not.toContainText('@')
  await expect(page.getByRole('form')).toHaveCount(0)
  await tab('Agents').click()
  await expect(itemsOf('Assigned agents')).toContainText(['Mindset Coach', 'Hiring Partner'])
  await expect(itemsOf('Assigned agents').getByRole('button')).toHaveCount(0)
  await expect(button('Add Agents')).toHaveCount(0)
  await tab('Branding').click()
  await expect(page.getByText('#9334ea')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  server.answer(organizationDetails, { ...detailsOfMember, role: 'guest', users: [] })
  await page.goto('/organizations?tab=team')
  await expect(page.getByText('Only members can see the team')).toBeVisible()
  await expect(page.getByText('2 people are on the team.')).toBeVisible()
  expect(server.asked(invitations)).toEqual([])
})

it('an organization is created or refused', tags('S421 S503 S504 S505 S506 S507 S607 S634'), async () => {
  await page.goto('/organizations')
  await button('Create Organization').click()
  const form = page.getByRole('form', { name: 'Create an organization' })
  const submit = () => button('Create Organization', form).click()
  const fill = (label: string, value: string) => form.getByLabel(label).fill(value)
  await expect(form.getByLabel('Primary color', { exact: true })).toHaveValue('#9334ea')
  await expect(form.getByLabel('Secondary color', { exact: true })).toHaveValue('#7c3aed')
  await expect(form.getByLabel('Contact email')).toHaveValue(ownerMe.email)
  await submit()
  await expectFault(form, 'Organization name', 'Organization name is required')
  await fill('Organization name', 'Harbour Works')
  await expect(form.getByLabel('Slug')).toHaveValue('harbour-works')
  for (const [label, wrong, right, message] of [
    ['Slug', 'A b', 'harbour-works', 'Please use lowercase letters, digits and hyphens only'],
    ['Contact email', 'x', ownerMe.email, 'Invalid email address'],
    ['Website (optional)', 'x', '', 'Invalid URL'],
  ] as const) {
    await fill(label, wrong)
    await submit()
    await expectFault(form, label, message)
    await fill(label, right)
  }
  server.break(management.createOrganization)
  await submit()
  await expectRow('S607')
  await closeToasts()
  const taken = { suggestion: 'harbour-works-2' }
  server.refuse(management.createOrganization, 'slug_taken', { field: 'slug', details: taken })
  await submit()
  await expectFault(form, 'Slug', 'This address is taken. Please choose another one.')
  await closeToasts()
  await button('Use harbour-works-2', form).click()
  const made = { ...details.organization, slug: 'harbour-works-2', givesAccess: false }
  server.answer(management.createOrganization, made)
  await submit()
  await expectRow('S634')
  const sent = { slug: 'harbour-works-2', primaryColor: '#9334ea', secondaryColor: '#7c3aed' }
  expect(bodies(management.createOrganization).at(-1)).toMatchObject(sent)
})

it('invites a person and removes an agent', tags('S465 S467 S510 S608 S635 S610 S637 D126'), async () => {
  await page.goto('/organizations?tab=team')
  const form = page.getByRole('form', { name: 'Invite a member' })
  const send = () => button('Send Invitation', form).click()
  await expect(form.getByRole('combobox', { name: 'Role' })).toContainText('Member')
  await expect(form.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  expect(await optionsOf('Role')).toEqual(['Choose…', 'Member', 'Admin', 'Guest'])
  expect(await optionsOf('Access level')).toEqual(['Choose…', 'Standard', 'Premium', 'Full'])
  await form.getByLabel('Email').fill('x')
  await send()
  await expectFault(form, 'Email', 'Please enter a valid email address')
  const fields = { Email: 'mia@example.com', 'First name': 'Mia', 'Last name': 'Member' }
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  server.break(inviteMember)
  await send()
  await expectRow('S608')
  await expect(form.getByLabel('Email')).toHaveValue('mia@example.com')
  await closeToasts()
  server.answer(inviteMember, dora)
  await send()
  await expectRow('S635')
  await expect(form.getByLabel('Email')).toHaveValue('')
  const sent = { email: 'mia@example.com', role: 'member', accessLevel: 'standard' }
  expect(bodies(inviteMember).at(-1)).toMatchObject(sent)

  await page.goto('/organizations?tab=agents')
  const remove = async () => {
    await main.getByRole('button', { name: /^Remove: / }).click()
    await confirm('Remove Agent')
  }
  server.break(removeOrganizationAgent)
  await remove()
  await expectRow('S610')
  await closeToasts()
  server.answer(removeOrganizationAgent, () => {
    server.answer(organizationAgents, [])
    return { success: true as const }
  })
  await remove()
  await expectRow('S637')
  await expect(main.getByRole('button', { name: /^Remove: / })).toHaveCount(0)
})

it('branding is checked, warned about and saved', tags('S421 S508 S509 S609 S636 D136 D137'), async () => {
  await page.goto('/organizations?tab=branding')
  const form = page.getByRole('form', { name: 'Branding' })
  const save = () => button('Save Branding', form).click()
  const primary = form.getByLabel('Primary color', { exact: true })
  await expect(primary).toHaveValue('#9334ea')
  for (const [label, wrong, right, message] of [
    ['Primary color', 'red', '#7c7c7c', 'Please enter a valid hex color'],
    ['Logo address (optional)', 'javascript:alert(1)', '', 'Please enter a valid URL'],
    ['Website (optional)', 'x', '', 'Please enter a valid URL'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(wrong)
    await save()
    await expectFault(form, label, message)
    await form.getByLabel(label, { exact: true }).fill(right)
  }
  await expect(form.getByText('Text on this color is hard to read.')).toBeVisible()
  await primary.fill('#A1b2C3')
  await expect(form.getByText('Text on this color is hard to read.')).toHaveCount(0)
  server.break(management.changeBranding)
  await save()
  await expectRow('S609')
  await closeToasts()
  const changed = { ...details.organization, primaryColor: '#A1b2C3' }
  server.answer(management.changeBranding, () => {
    const listed = both.map((one) => ({ ...one, organization: { ...one.organization, primaryColor: '#A1b2C3' } }))
    server.answer(userOrganizations, listed)
    server.answer(organizationDetails, { ...details, organization: changed })
    return changed
  })
  await save()
  await expectRow('S636')
  const mark = list.getByRole('link', { name: 'Acme Consulting' }).locator('[aria-hidden]').first()
  await expect(mark).toHaveAttribute('style', /#A1b2C3|rgb\(161, 178, 195\)/i)
})
