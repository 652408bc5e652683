import { expect, test } from './fixtures.ts'
import { assignAgent, organizationWith, putInto } from './organizations.ts'
import { callAs, enter, registered } from './people.ts'

test('a member without a subscription is led to the organization and sees only what was assigned (S026, S122, S151, S199)', async ({
  page,
  context,
}) => {
  const boss = await registered('Bo')
  const person = await registered()
  const { id, name } = await organizationWith(boss)
  await putInto(id, person)
  await assignAgent(id, boss, 'Mindset Coach')
  const me = await callAs<Record<string, unknown>>(person, '/api/auth/user', undefined, 'GET')
  expect(me).toMatchObject({
    subscriptionStatus: null,
    hasOrganizationAccess: true,
    organizationName: name,
    organizationCredits: 42,
  })
  const agents = await callAs<{ name: string }[]>(person, '/api/agents', undefined, 'GET')
  expect(agents.map((agent) => agent.name)).toEqual(['Mindset Coach'])

  await enter(context, person)
  await page.goto('/')
  await expect(page).toHaveURL('/organization-dashboard')
  await page.goto('/marketplace')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'Mindset Coach' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard')
})
