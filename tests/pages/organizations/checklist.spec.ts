import type { Answer } from '#contract/call.ts'
import { addAgents, availableAgents, organizationAgents } from '#contract/organizations/agents.ts'
import { dismissChecklist, organizationOverview } from '#contract/organizations/dashboard.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { members } from '#contract/organizations/members.ts'
import {
  adminMe,
  as,
  closeToasts,
  expect,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { acmeId, assigned, cardOf, figureOf, offered, olga, overview, serveDashboard } from './organization.ts'

type Checklist = NonNullable<Answer<typeof organizationOverview>['checklist']>
type Step = Checklist[number]['step']

/** An organization's dashboard with these steps, done or not. */
function withSteps(done: readonly Step[], steps: readonly Step[] = ['agents', 'people', 'app', 'talk']) {
  const checklist = steps.map((step) => ({ step, isDone: done.includes(step) }))
  return { ...overview, checklist, activeAgents: done.includes('agents') ? 1 : 0 }
}

const dashboard = '/organization-dashboard'
const card = (page: Page) => cardOf(page, 'Set up Acme Consulting')
const items = (page: Page) => page.getByRole('list', { name: 'Checklist' }).getByRole('listitem')
const way = (page: Page, name: string) => card(page).getByRole('link', { name })

/** A private agent that was built for Acme. */
const house = { ...offered[0], id: '0b000000-0000-4000-8000-000000000200', name: 'House Agent', isPrivate: true }

test.beforeEach(() => {
  as(ownerMe)
  serveDashboard(server, withSteps([]))
  server.answer(availableAgents, [...offered, house])
})

test('a new organization gets all public agents in one press, and the other steps lead to where they are done (D126)', async () => {
  server.answer(addAgents, ({ body }) => {
    server.answer(organizationOverview, withSteps(['agents']))
    server.answer(availableAgents, [house])
    return { addedCount: body.agentIds.length }
  })
  await page.goto(dashboard)
  await expect(card(page)).toContainText('0 of 4 done')
  await expect(items(page)).toContainText([
    'To do: Assign agents',
    'To do: Invite people',
    'To do: Publish the app',
    'To do: Have the first conversation',
  ])
  await expect(items(page).last()).toContainText('You can talk as soon as an agent is assigned.')
  await expect(items(page).last().getByRole('link')).toHaveCount(0)
  await expect(way(page, 'Choose Agents')).toHaveAttribute('href', `${dashboard}?tab=agents`)
  await expect(way(page, 'Invite People')).toHaveAttribute('href', `${dashboard}?tab=users`)
  await expect(way(page, 'Open PWA Builder')).toHaveAttribute('href', `${dashboard}?tab=pwa`)

  await card(page).getByRole('button', { name: 'Add All 8 Public Agents' }).click()
  await expect(toastOf(page)).toContainText('Your members can talk to 8 more agents.')
  await closeToasts(page)
  await expect(items(page).first()).toHaveText('Done: Assign agents')
  await expect(card(page).getByText('1 of 4 done')).toBeFocused()
  await expect(way(page, 'Choose an Agent')).toHaveAttribute('href', '/marketplace')
  expect(server.asked(addAgents).map(({ body }) => body)).toEqual([
    { agentIds: offered.map(({ id }) => id), accessLevel: 'standard' },
  ])
})

test('without a paid package, the checklist says what the first conversation waits for', tagged('D130'), async () => {
  const unpaid = { subscriptionStatus: 'inactive' as const, givesAccess: false }
  serveDashboard(server, { ...withSteps(['agents', 'people'], ['agents', 'people', 'talk']), ...unpaid })
  await page.goto(dashboard)
  await expect(card(page)).toContainText('2 of 3 done')
  await expect(items(page).last()).toContainText('You can talk as soon as a package is paid for.')
  await expect(card(page).getByRole('link')).toHaveCount(0)
})

test('the checklist is dismissed for good, and a failure leaves it there', async () => {
  server.break(dismissChecklist)
  await page.goto(dashboard)
  const dismiss = card(page).getByRole('button', { name: 'Dismiss the checklist' })
  await dismiss.click()
  await expect(toastOf(page).getByRole('heading')).toHaveText('Failed to dismiss the checklist')
  await closeToasts(page)
  server.answer(dismissChecklist, () => {
    server.answer(organizationOverview, overview)
    return { success: true as const }
  })
  await dismiss.click()
  await expect(card(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(figureOf(page, 'Total Members')).toHaveText('2')
})

test('a platform admin helps to set up another organization, and is led to its tabs', tagged('D120'), async () => {
  as(adminMe)
  serveDashboard(server, withSteps(['agents']))
  await page.goto(`${dashboard}?adminMode=true&organizationId=${acmeId}`)
  await expect(card(page)).toContainText('1 of 4 done')
  const query = `?organizationId=${acmeId}&adminMode=true&tab=users`
  await expect(way(page, 'Invite People')).toHaveAttribute('href', dashboard + query)
  // They do not work in it, so they cannot talk there.
  await expect(way(page, 'Choose an Agent')).toHaveCount(0)
  server.answer(dismissChecklist, { success: true })
  await card(page).getByRole('button', { name: 'Dismiss the checklist' }).click()
  await expect
    .poll(() => server.asked(dismissChecklist).map(({ query: sent }) => sent))
    .toEqual([{ organizationId: acmeId }])
})

test('the tab of agents offers all public ones, too, while none is assigned', async () => {
  const [agent] = offered
  server.answer(organizationAgents, [])
  server.answer(availableAgents, [agent])
  server.answer(addAgents, () => {
    server.answer(organizationAgents, [assigned(agent, 'standard')])
    return { addedCount: 1 }
  })
  await page.goto(`${dashboard}?tab=agents`)
  await expect(page.getByText('No agents yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add the Public Agent' }).click()
  await expect(toastOf(page)).toContainText('Agents Added')
  await expect(page.getByRole('list', { name: 'Assigned agents' }).getByRole('listitem')).toHaveCount(1)
  expect(server.asked(addAgents)[0]?.body.agentIds).toEqual([agent.id])
})

test('figures, settings and sign-out stand on Overview; the other tabs begin with one line (S380, S385)', async () => {
  serveDashboard(server)
  server.answer(members, [olga])
  server.answer(invitations, [])
  const main = page.getByRole('main')
  await page.goto(`${dashboard}?tab=users`)
  await expect(page.getByRole('heading', { level: 1, name: 'Acme Consulting' })).toBeVisible()
  await expect(main.getByRole('table', { name: 'Members' })).toBeVisible()
  await expect(main.getByText('Monthly Usage')).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await main.getByRole('tab', { name: 'Overview' }).click()
  await expect(figureOf(page, 'Monthly Usage')).toHaveText('3')
  await expect(main.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', `${dashboard}?tab=settings`)
})
