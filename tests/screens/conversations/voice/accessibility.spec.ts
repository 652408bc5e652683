import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, test } from '../../fixtures.ts'
import { becomeTalker } from './talkers.ts'
import { openAgent } from './talking.ts'

test.use({ expectedNoise: checkerNoise })

test('the voice dialog: ready, talking, recap (D88-D90)', async ({ page }) => {
  await becomeTalker(page, { agreed: false })
  const dialog = await openAgent(page)
  await expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expectAccessible(page)
})
