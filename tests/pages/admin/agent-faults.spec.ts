import { uploadImage } from '#contract/images/uploads.ts'
import { openCreate } from '../../kit/browser/admin-agents.ts'
import { adminMe, as, closeToasts, expect, expectRow, page, server, tagged, test } from '#tests/pages.ts'
import { planner, serveAgents } from './agents.ts'
import sharp from 'sharp'

test('a picture that cannot be used is refused in the stated words', tagged('S532 S533 S534 S630 D151'), async () => {
  as(adminMe)
  serveAgents(server, () => [planner])
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  const plain = sharp({ create: { width: 60, height: 60, channels: 3, background: '#0e7490' } })
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    const input = dialog.getByLabel('Picture of the agent')
    await expect(input).toBeEnabled()
    await input.setInputFiles({ name, mimeType, buffer })
  }
  await upload('a.png', 'image/png', Buffer.alloc(5_347_738))
  await expectRow(page, 'S532')
  await closeToasts(page)
  const webp = await plain.clone().webp().toBuffer()
  for (const [name, type, bytes] of [
    ['a.gif', 'image/gif', await plain.clone().gif().toBuffer()],
    ['a.webp', 'image/webp', webp],
  ] as const) {
    await upload(name, type, bytes)
    await expectRow(page, 'S533')
    await closeToasts(page)
  }
  expect(server.asked(uploadImage)).toEqual([])
  // Its name does not help, because the server looks at the bytes.
  server.refuse(uploadImage, 'wrong_image_type', { field: 'image' })
  await upload('b.png', 'image/png', webp)
  await expectRow(page, 'S533')
  await closeToasts(page)
  server.refuse(uploadImage, 'broken_image', { field: 'image' })
  await upload('c.png', 'image/png', (await plain.clone().png().toBuffer()).subarray(0, 60))
  await expectRow(page, 'S630', 'This image is damaged. Please select another one.')
  await expect(dialog.getByRole('img', { name: 'Preview' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeEnabled()
})
