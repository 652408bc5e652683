import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { expect, page, server, test } from '#tests/pages.ts'

test('the figure of saved hours is what people said, and leads to how it is counted', async () => {
  await page.goto('/')
  const tile = page.locator('[data-feature]').filter({ hasText: 'Hours saved' })
  await expect(tile.getByRole('link', { name: 'How hours are counted' })).toBeVisible()
  await expect(tile).not.toContainText(/\d/)
  await page.getByRole('main').getByRole('link', { name: 'over 1000 hours saved each month' }).click()
  await expect(page).toHaveURL('/hours-saved')
  const main = page.getByRole('main')
  await expect(main).toContainText('There’s no public sum yet')
  await expect(main).toContainText(
    '“over 1000 hours saved each month” in the list of promises on our home page are the team’s own',
  )

  server.answer(hoursSaved, { total: { savedMinutes: 2475, answers: 63, countedAt: '2026-11-22T08:00:00.000Z' } })
  await page.goto('/')
  await expect(tile).toContainText('So far, 63 answers add up to 41 h 15 min saved.')
  await tile.getByRole('link', { name: 'How hours are counted' }).click()
  await expect(main).toContainText(
    '41 h 15 minsaved so far, according to 63 answers. Last counted on November 22, 2026.',
  )
})
