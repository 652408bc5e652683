import type { Locator, Page } from '@playwright/test'
import { findAndChoose } from '../../kit/browser/choosing.ts'
import { becomeTalker } from '../conversations/voice/talkers.ts'
import { agentName, startListening } from '../conversations/voice/talking.ts'
import { expect, test } from '../fixtures.ts'

const note = 'You run a bakery in Graz.'

/** Asks the agent of a new conversation what it knows, and ends it once the answer is there. */
async function askWhatIsKnown(page: Page, answer: string): Promise<Locator> {
  const dialog = await startListening(page)
  const field = dialog.getByRole('textbox', { name: 'Message' })
  // The field of a running conversation opens by its key.
  await page.keyboard.press('t')
  await field.fill('What do you know about me?')
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expect(dialog.getByRole('log').last()).toContainText(answer)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Talk again' })).toBeVisible()
  return dialog
}

test('an agent knows in the second conversation what its person lets it know, and nothing in the third once that is forgotten (B9)', async ({
  page,
}) => {
  await becomeTalker(page)
  await page.goto('/profile/memory')
  await page.getByRole('switch', { name: 'Let agents remember me' }).click()
  await expect(page.getByRole('main')).toContainText('No notes yet')
  await askWhatIsKnown(page, 'I know nothing about you yet.')

  await page.goto('/profile/memory')
  await findAndChoose(page, 'Agent', agentName)
  await page.getByRole('form', { name: 'Add a note' }).getByRole('textbox', { name: 'Note' }).fill(note)
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByRole('list', { name: agentName })).toContainText(note)
  await askWhatIsKnown(page, note)

  await page.goto('/profile/memory')
  await expect(page.getByRole('list', { name: agentName })).toContainText('Last used')
  await page.getByRole('button', { name: `Forget: ${note}` }).click()
  await expect(page.getByRole('main')).toContainText('No notes yet')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('No notes yet')
  await askWhatIsKnown(page, 'I know nothing about you yet.')
})
