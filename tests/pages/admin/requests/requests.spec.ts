import { setRequestStatus } from '#contract/agents/admin-requests.ts'
import { choose } from '../../../kit/browser/choosing.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { coach, request, serveRequests } from './requests.ts'

test('a refusal that names the agent shows at its field (D61)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => ({ ...request, status: 'published' }))
  server.refuse(setRequestStatus, 'agent_not_found', { field: 'agentId' })
  await page.goto('/admin?tab=requests')
  await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
  await choose(page, 'Linked agent', coach.name)
  await page.getByRole('button', { name: 'Save Status' }).click()
  await expect(page.locator('form').getByText('This agent does not exist.')).toBeVisible()
})
