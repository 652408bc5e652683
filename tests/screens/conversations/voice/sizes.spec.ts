import type { Locator } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { becomeTalker } from './talkers.ts'
import { openAgent, startTalking } from './talking.ts'

/** Returns how far a part of the page can be scrolled, in px. */
function hiddenHeight(part: Locator): Promise<number> {
  return part.evaluate((element) => element.scrollHeight - element.clientHeight)
}

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

test('on the smallest phone the full transcript fits, and the recap leaves room for itself (D90)', async ({ page }) => {
  await becomeTalker(page)
  await page.setViewportSize({ width: 320, height: 480 })
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  const log = dialog.getByRole('log', { name: 'Transcript' })
  await expect(dialog.getByRole('timer')).toBeInViewport({ ratio: 1 })
  await expect(log).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Hide transcript' })).toBeInViewport({ ratio: 1 })
  expect(await hiddenHeight(dialog)).toBe(0)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Keep transcript' })).toBeInViewport({ ratio: 1 })
  const [done, again] = [
    await boxOf(dialog.getByRole('button', { name: 'Done' })),
    await boxOf(dialog.getByRole('button', { name: 'Talk again' })),
  ]
  expect(done.y).toBe(again.y)
})

test('the room fills the view from ready to recap (D171)', async ({ page }) => {
  await becomeTalker(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Without motion its position is final from the first moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dialog = await openAgent(page)
  const ready = await boxOf(dialog)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect(await boxOf(dialog)).toEqual(ready)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  expect(await boxOf(dialog)).toEqual(ready)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  expect(await boxOf(dialog)).toEqual(ready)
})
