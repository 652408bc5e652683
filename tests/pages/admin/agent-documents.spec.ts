import { act } from '../../kit/browser/admin.ts'
import { coach } from '../agents/agents.ts'
import { handbook, serveDocuments } from '../agents/documents.ts'
import { adminMe, as, expect, page, server, tagged, test } from '#tests/pages.ts'
import { planner, serveAgents } from './agents.ts'

test('the list of agents leads to what each of them has read', tagged('D183'), async () => {
  as(adminMe)
  serveAgents(server, () => [{ ...planner, id: coach.id, name: coach.name }])
  serveDocuments(server, [handbook])
  await page.goto('/admin?tab=agents')
  await act(page, coach.name, 'Documents')
  await expect(page).toHaveURL(`/agents/${coach.id}#documents`)
  await expect(page.getByRole('heading', { name: `What ${coach.name} has read` })).toBeInViewport()
})
