import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import { idOfAgent } from '../conversations/past-conversations.ts'
import { sql } from '../people.ts'
import { becomeTalker } from '../conversations/voice/talkers.ts'

const freeAgent = 'Mindset Coach'

test('the recap stays when the agent is deleted during a conversation', tagged('D92'), async ({ page }) => {
  await becomeTalker(page)
  await page.goto(`/agents/${await idOfAgent(freeAgent)}`)
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog', { name: freeAgent })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await sql('update agent set is_active = false where name = $1', [freeAgent])
  try {
    await expect(dialog).toContainText('Your access to this agent ended.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('This agent does not exist or is no longer available.')).toBeVisible()
  } finally {
    await sql('update agent set is_active = true where name = $1', [freeAgent])
  }
})
