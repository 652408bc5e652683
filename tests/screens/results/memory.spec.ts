import { tagged } from '../../kit/tags.ts'
import type { Locator, Page } from '@playwright/test'
import { typeMessage } from '../../kit/browser/typing.ts'
import { becomeTalker } from '../conversations/voice/talkers.ts'
import { agentName, startListening } from '../conversations/voice/talking.ts'
import { expect, test } from '../fixtures.ts'

const note = 'I run a bakery in Graz'
const knowsNothing = 'I know nothing about you yet.'

/** Says something in a new conversation, and ends it once the answer is there. */
async function talkAbout(page: Page, words: string, answer: string): Promise<Locator> {
  const dialog = await startListening(page)
  await typeMessage(dialog, words)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expect(dialog.getByRole('log').last()).toContainText(answer)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Talk again' })).toBeVisible()
  return dialog
}

test(
  'an agent knows what its person let it keep, and nothing once that is forgotten',
  tagged('B8 B9 D185'),
  async ({ page }) => {
    await becomeTalker(page)
    await page.goto('/profile/memory')
    await page.getByRole('switch', { name: 'Let agents remember me' }).click()
    await expect(page.getByRole('main')).toContainText('No notes yet')

    const dialog = await talkAbout(page, `Please remember that ${note}`, 'I will suggest that as a note.')
    const question = dialog.getByRole('region', { name: 'Remember' })
    await question.getByRole('button', { name: `Keep: ${note}` }).click()
    await expect(question).toContainText(`${agentName} will know this next time.`)

    await talkAbout(page, 'What do you know about me?', note)

    await page.goto('/profile/memory')
    await expect(page.getByRole('list', { name: agentName })).toContainText('Last used')
    await page.getByRole('button', { name: `Forget: ${note}` }).click()
    await expect(page.getByRole('main')).toContainText('No notes yet')
    await page.reload()
    await expect(page.getByRole('main')).toContainText('No notes yet')

    await talkAbout(page, 'What do you know about me?', knowsNothing)
  },
)
