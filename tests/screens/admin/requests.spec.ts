import { tagged } from '../../kit/tags.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { platformAdmin } from './admin.ts'
import { expect, test } from '../fixtures.ts'
import { callAs, enter, sql, subscriber } from '../people.ts'

test(
  'a request is published with a note and its agent, and the person continues to it',
  tagged('S433 S489 D60 D61'),
  async ({ page, context }) => {
    const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
    const agentName = `Coach of ${Date.now()}`
    const { id } = await callAs<{ id: string }>(ben, '/api/agent-requests', {
      agentName,
      description: 'Plays a hard buyer.\nTells me what I gave away.',
      useCase: 'Sales Training',
      priority: 'high',
    })
    const [agent] = await sql<{ id: string; name: string }>(
      `select id, name from agent where is_active and not is_private order by lower(name) limit 1`,
    )
    await enter(context, ada)
    await page.goto('/admin?tab=requests')
    await page.getByRole('searchbox', { name: 'Search requests' }).fill(agentName)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(`Ben Reed${ben.email}`)
    await page.getByRole('button', { name: `Details: ${agentName}` }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, 'New status', 'published')
    await choose(page, 'Linked agent', agent?.name ?? '')
    await dialog.getByLabel('Note (optional)').fill('Have fun with it.')
    await dialog.getByRole('button', { name: 'Save Status' }).click()
    await expect(toastOf(page)).toContainText('Agent request status updated successfully')
    expect(await sql('select status from agent_request where id = $1', [id])).toEqual([{ status: 'published' }])
    // It can be undone for ten seconds first (D188).
    const newest = async () =>
      (await callAs<{ subject: string }[]>(ben, '/api/user/communications', undefined, 'GET'))[0]?.subject
    await expect.poll(newest, { timeout: 30_000 }).toBe(`Your agent request: ${agentName}`)

    await context.clearCookies()
    await enter(context, ben)
    await page.goto('/dashboard/requests')
    await expect(page.getByRole('main')).toContainText('Have fun with it.')
    await page.getByRole('link', { name: 'See the agent' }).click()
    await expect(page).toHaveURL(`/agents/${agent?.id ?? ''}`)
  },
)
