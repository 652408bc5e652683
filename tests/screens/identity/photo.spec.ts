import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { enter, registered } from '../people.ts'

test('a photo is uploaded and really shown in the header until it is removed (S046, D25, D151)', async ({
  page,
  context,
}) => {
  await enter(context, await registered('Ivy'))
  await page.goto('/profile')
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()
  await page.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const face = page.getByRole('banner').getByRole('button', { name: 'Ivy' }).locator('img')
  await expect(face).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  await page.getByRole('button', { name: 'Remove Photo' }).click()
  await expect(face).toHaveCount(0)
})
