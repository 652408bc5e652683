import { availableAgents } from '#contract/organizations/agents.ts'
import { invitationsOfOrganization } from '#contract/organizations/invitations.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { leaveOrganization, switchOrganization } from '#contract/organizations/organizations.ts'
import { refusals } from '#server/kernel/problem.ts'
import {
  adminMe,
  alone,
  as,
  chooseIn,
  closeToasts,
  contextOf,
  expect,
  memberMe,
  ownerMe,
  page,
  type Page,
  registeredMe,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { tabTo } from '../../kit/browser/keyboard.ts'
import { both, details, detailsOfMember, southwind } from './managed.ts'
import { acmeId, cardOf, offered, overview, serveDashboard } from './organization.ts'

const list = (page: Page) => page.getByRole('navigation', { name: 'Your organizations' })
const figure = (page: Page, name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test.beforeEach(() => {
  as(ownerMe)
  server.answer(userOrganizations, both)
  server.answer(organizationDetails, ({ params }) => (params.organizationId === String(acmeId) ? details : southwind))
  server.answer(invitationsOfOrganization, [])
})

test("a person's organizations are listed next to the chosen one, which opens with its team (S417, S418, S419)", async () => {
  await page.goto('/organizations')
  // The page itself opens on Overview.
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Team').click()
  await page.goBack()
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await expect(list(page).getByRole('link')).toContainText(['Acme ConsultingAdmin', 'SouthwindMemberCanceled'])
  await list(page).getByRole('link', { name: 'Acme Consulting' }).click()
  await expect(heading(page, 'Acme Consulting')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Team', 'Agents', 'Branding'])
  await expect(tab(page, 'Team')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('list', { name: 'Team' }).getByRole('listitem')).toContainText(['Mia', 'Olga'])
  await expect(figure(page, 'Team Members')).toContainText('2of 10 seats')
  await expect(figure(page, 'Private Agents')).toContainText('0of 1 assigned')
  await expect(figure(page, 'Credit Balance')).toContainText('42minutes')
  for (const name of ['Overview', 'Team', 'Agents', 'Branding']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  }
  await list(page).getByRole('link', { name: 'Southwind' }).click()
  await expect(tab(page, 'Team')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText("Your organization's access has ended.")).toBeVisible()
})

test('everybody except the last admin may leave, after a question that explains what it means (D179)', async () => {
  server.refuse(leaveOrganization, 'last_admin')
  await page.goto('/organizations?tab=overview')
  const leave = page.getByRole('button', { name: 'Leave Organization', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Leave Acme Consulting?' })
  await leave.click()
  await expect(question).toContainText("To come back, you'll need a new invitation.")
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  expect(server.asked(leaveOrganization)).toEqual([])
  await leave.click()
  await question.getByRole('button', { name: 'Leave Organization' }).click()
  await expect(toastOf(page)).toContainText('You are the last admin. Please make someone else an admin first.')
  await expect(question).toBeHidden()
  await expect(heading(page, 'Acme Consulting')).toBeVisible()
  await closeToasts(page)

  server.answer(leaveOrganization, () => {
    as(registeredMe)
    return alone
  })
  await leave.click()
  await question.getByRole('button', { name: 'Leave Organization' }).click()
  await expect(toastOf(page)).toContainText('You left Acme Consulting')
  // Without an open payment, the payment step leads back to the packages.
  await expect(page).toHaveURL('/register?step=package')
  expect(server.asked(leaveOrganization).map(({ query }) => query)).toEqual([
    { organizationId: acmeId },
    { organizationId: acmeId },
  ])
})

test('a platform admin who visits an organization cannot leave it', tagged('D179'), async () => {
  as(adminMe)
  server.answer(organizationDetails, details)
  await page.goto('/organizations?tab=overview')
  await expect(page.getByText('We advise.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave Organization' })).toHaveCount(0)
})

test('on a phone a list chooses the organization, and the menu opens this page', async () => {
  serveDashboard(server)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/organization-dashboard')
  await page.getByRole('button', { name: /^Open menu/ }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(heading(page, 'Acme Consulting')).toBeVisible()
  await expect(list(page)).toBeHidden()
  await chooseIn(page.getByRole('combobox', { name: 'Organization' }), 'Southwind · Member · Canceled')
  await expect(heading(page, 'Southwind')).toBeVisible()
})

test('the account menu opens this page, which opens the dashboard of each', tagged('D122'), async () => {
  serveDashboard(server)
  const there = { ...ownerMe, organizationId: 100_002, organizationName: 'Southwind' }
  server.answer(switchOrganization, () => {
    as(there)
    server.answer(organizationOverview, { ...overview, id: 100_002, name: 'Southwind' })
    return contextOf(there)
  })
  await page.goto('/organization-dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  await expect(page.getByRole('link', { name: 'Open Dashboard' })).toHaveAttribute('href', '/organization-dashboard')
  await list(page).getByRole('link', { name: 'Southwind' }).click()
  await page.getByRole('button', { name: 'Open Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Southwind' })).toBeVisible()
  expect(server.asked(switchOrganization).map(({ body }) => body.organizationId)).toEqual([100_002])
})

test('a button opens the page of its app in a new tab, once that is published', tagged('S420'), async () => {
  await page.goto('/organizations')
  await expect(page.getByRole('button', { name: 'Open App Page' })).toBeDisabled()
  await expect(page.getByText('Not published yet')).toBeVisible()
  server.answer(organizationDetails, { ...details, organization: { ...details.organization, isAppPublished: true } })
  await page.reload()
  const link = page.getByRole('link', { name: 'Open App Page' })
  await expect(link).toHaveAttribute('href', '/o/acme-consulting/')
  await expect(link).toHaveAttribute('target', '_blank')
})

test('one that waits for its package says so, and links its admins to the payment', tagged('D130'), async () => {
  const state = { subscriptionStatus: 'inactive', givesAccess: false } as const
  as({ ...ownerMe, emailVerified: false })
  server.answer(organizationDetails, { ...details, organization: { ...details.organization, ...state } })
  await page.goto('/organizations?tab=team')
  await expect(page.getByText('Meanwhile, you can invite people, add agents and set up the branding.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveAttribute(
    'href',
    `/package-builder?organizationId=${acmeId}`,
  )
  await expect(cardOf(page, 'Invite Someone')).toContainText('Confirm your email address first')
  as(memberMe)
  server.answer(organizationDetails, {
    ...detailsOfMember,
    organization: { ...detailsOfMember.organization, ...state },
  })
  await page.goto('/organizations')
  await expect(
    page.getByText('Nobody can talk to its agents until a package is paid for. Its admins choose and pay for it.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveCount(0)
})

test('members see names and their agents, guests no names, and neither can change anything (D123)', async () => {
  as(memberMe)
  server.answer(organizationDetails, detailsOfMember)
  await page.goto('/organizations?tab=team')
  const team = page.getByRole('list', { name: 'Team' })
  await expect(team.getByRole('listitem')).toContainText(['Mia Member', 'Olga Owner'])
  await expect(team).not.toContainText('@')
  await expect(page.getByRole('form')).toHaveCount(0)
  await tab(page, 'Agents').click()
  const agents = page.getByRole('list', { name: 'Agents' })
  await expect(agents.getByRole('listitem')).toContainText(['Mindset Coach', 'Hiring Partner'])
  await expect(agents.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Agent' })).toHaveCount(0)
  await tab(page, 'Branding').click()
  await expect(page.getByText('#9334ea')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  server.answer(organizationDetails, { ...detailsOfMember, role: 'guest', users: [] })
  await page.goto('/organizations?tab=team')
  await expect(page.getByText('Only members can see the team')).toBeVisible()
  await expect(page.getByText('2 people are on the team.')).toBeVisible()
  expect(server.asked(invitationsOfOrganization)).toEqual([])
})

test('the page shows that it loads, offers to try again when it fails, and guides a person without an organization', async () => {
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
  await expect(heading(page, 'Acme Consulting')).toBeVisible()

  server.refuseWith(organizationDetails, refusals.organizationNotFound())
  await list(page).getByRole('link', { name: 'Southwind' }).click()
  await expect(page.getByText('We could not load this organization')).toBeVisible()
  server.answer(organizationDetails, southwind)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page, 'Southwind')).toBeVisible()
})

test('the page works by keyboard: from the list to a tab and a dialog and back', async () => {
  server.answer(organizationDetails, ({ params }) =>
    params.organizationId === String(acmeId) ? details : { ...southwind, role: 'admin' as const },
  )
  server.answer(availableAgents, [...offered])
  await page.goto('/organizations')
  await tabTo(page, list(page).getByRole('link', { name: 'Southwind' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Southwind')).toBeVisible()
  await tabTo(page, tab(page, 'Team'))
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Agents')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Agents')).toHaveAttribute('aria-selected', 'true')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Agent' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Agent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
})
