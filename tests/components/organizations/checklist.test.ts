import { addAgents, availableAgents } from '#contract/organizations/agents.ts'
import { dismissChecklist, organizationOverview } from '#contract/organizations/dashboard.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { acmeId, offered, overview, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { adminMe, ownerMe } from '#tests/pages/people.ts'
import * as acme from './organization.ts'

const { bodies, button, dashboard, itemsOf, link, main, press, valueOf } = acme

const allSteps = ['agents', 'people', 'app', 'talk'] as const
type Step = (typeof allSteps)[number]

/** An organization's dashboard with these steps, done or not. */
function withSteps(done: readonly Step[], steps: readonly Step[] = allSteps) {
  const checklist = steps.map((step) => ({ step, isDone: done.includes(step) }))
  return { ...overview, checklist, activeAgents: done.includes('agents') ? 1 : 0 }
}

const card = acme.cardOf('Set up Acme Consulting')
const items = itemsOf('Checklist')
const dismiss = button('Dismiss the checklist', card)

/** A private agent that was built for Acme. */
const house = { ...offered[0], id: '0b000000-0000-4000-8000-000000000200', name: 'House Agent', isPrivate: true }

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server, withSteps([]))
  server.answer(availableAgents, [...offered, house])
})

it('a new organization gets all public agents in one press, and links for the other steps', tags('D126'), async () => {
  server.answer(addAgents, ({ body }) => {
    server.answer(organizationOverview, withSteps(['agents']))
    server.answer(availableAgents, [house])
    return { addedCount: body.agentIds.length }
  })
  await page.goto(dashboard)
  await expect(card).toContainText('0 of 4 done')
  const steps = ['Assign agents', 'Invite people', 'Publish the app', 'Have the first session']
  await expect(items).toContainText(steps.map((step) => `To do: ${step}`))
  await expect(items.last()).toContainText('You can talk as soon as an agent is assigned.')
  await expect(items.last().getByRole('link')).toHaveCount(0)
  await expect(link('Choose Agents', card)).toHaveAttribute('href', `${dashboard}?tab=agents`)
  await expect(link('Invite People', card)).toHaveAttribute('href', `${dashboard}?tab=users`)
  await expect(link('Open PWA Builder', card)).toHaveAttribute('href', `${dashboard}?tab=pwa`)
  await press(button('Add All 8 Public Agents', card), 'Your members can talk to 8 more agents.')
  await expect(items.first()).toHaveText('Done: Assign agents')
  await expect(card.getByText('1 of 4 done')).toBeFocused()
  await expect(link('Choose an Agent', card)).toHaveAttribute('href', '/marketplace')
  expect(bodies(addAgents)).toEqual([{ agentIds: offered.map(({ id }) => id), accessLevel: 'standard' }])
})

it('names what the first session waits for, and is dismissed for good', tags('D130'), async () => {
  const unpaid = { subscriptionStatus: 'inactive' as const, givesAccess: false }
  serveDashboard(server, { ...withSteps(['agents', 'people'], ['agents', 'people', 'talk']), ...unpaid })
  await page.goto(dashboard)
  await expect(card).toContainText('2 of 3 done')
  await expect(items.last()).toContainText('You can talk as soon as a package is paid for.')
  await expect(card.getByRole('link')).toHaveCount(0)
  server.break(dismissChecklist)
  await press(dismiss, 'Failed to dismiss the checklist')
  server.answer(dismissChecklist, () => {
    server.answer(organizationOverview, overview)
    return { success: true as const }
  })
  await dismiss.click()
  await expect(card).toHaveCount(0)
  await expect(main).toBeFocused()
  await expect(valueOf('Total Members')).toHaveText('2')
})

it('a platform admin helps to set up another organization, and is led to its tabs', tags('D120'), async () => {
  as(adminMe)
  serveDashboard(server, withSteps(['agents']))
  await page.goto(`${dashboard}?adminMode=true&organizationId=${acmeId}`)
  await expect(card).toContainText('1 of 4 done')
  const query = `?organizationId=${acmeId}&adminMode=true&tab=users`
  await expect(link('Invite People', card)).toHaveAttribute('href', dashboard + query)
  // They do not work in it, so they cannot talk there.
  await expect(link('Choose an Agent', card)).toHaveCount(0)
  server.answer(dismissChecklist, { success: true })
  await dismiss.click()
  await expect.poll(() => server.asked(dismissChecklist)[0]?.query).toEqual({ organizationId: acmeId })
})
