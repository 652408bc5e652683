import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { hold } from '../../../kit/browser/watch.ts'

/** Presses meant for the button, or the conversation, that was there a moment before. */

async function middleOf(button: Locator): Promise<[x: number, y: number]> {
  const box = await button.boundingBox()
  if (!box) throw new Error('no button to press')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Presses the second half of a double click whose first half hit another button. */
async function pressSecondHalf(page: Page, button: Locator): Promise<void> {
  await page.mouse.move(...(await middleOf(button)))
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

test('the second half of a double click starts nothing and ends nothing', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.openAgent(page)
  const start = dialog.getByRole('button', { name: 'Start' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const end = dialog.getByRole('button', { name: 'End', exact: true })
  const again = dialog.getByRole('button', { name: 'Talk again' })
  await pressSecondHalf(page, start)
  await expect(dialog).toContainText('Ready to connect')
  const release = await hold(page, '**/api/sessions')
  await start.click()
  await expect(dialog).toContainText('Nothing is charged until the agent joins.')
  await pressSecondHalf(page, cancel)
  await expect(cancel).toBeVisible()
  await release()
  await expect(end).toBeVisible()
  await pressSecondHalf(page, end)
  await expect(end).toBeVisible()

  await page.mouse.dblclick(...(await middleOf(end)))
  await expect(dialog).toContainText('You ended the session.')
  await pressSecondHalf(page, again)
  await expect(again).toBeVisible()
  expect((await conversationsOf(talker)).map(({ status }) => status)).toEqual(['completed'])
  await again.click()
  await expect(end).toBeVisible()
  expect((await conversationsOf(talker)).map(({ status }) => status)).toEqual(['active', 'completed'])
})

test('the question whether to end does not carry over to the next conversation', async ({ page }) => {
  const talker = await becomeTalker(page)
  const dialog = await talking.startTalking(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await expect(question).toBeVisible()
  const [asked] = await conversationsOf(talker)
  await page.request.put(`/api/user/sessions/${asked?.id}/end`, { data: {} })
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Talk again' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(/[1-9]$/)
  await expect(question).toHaveCount(0)
})
