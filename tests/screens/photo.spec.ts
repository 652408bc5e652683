import sharp from 'sharp'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { enter, registered } from './people.ts'
import { delay, toastOf } from './watch.ts'

const makePng = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()

function file(buffer: Buffer, name = 'me.png', mimeType = 'image/png') {
  return { name, mimeType, buffer }
}

test('a photo is uploaded, shown in the header, replaced and removed (S046, D25, D151)', async ({ page, context }) => {
  await enter(context, await registered('Ivy'))
  await page.goto('/profile')
  const input = page.getByLabel('Photo', { exact: true })
  const face = page.getByRole('banner').getByRole('button', { name: 'Ivy' }).locator('img')
  await expect(page.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  await expect(face).toHaveCount(0)
  await delay(page, '**/api/account/photo', 3000)
  await input.setInputFiles(file(await makePng()))
  await expect(page.getByRole('main').getByText('Uploading…')).toBeVisible()
  await expect(toastOf(page)).toContainText('Photo Saved')
  await expect(face).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  // It is really there, not only its address.
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

  const first = await face.getAttribute('src')
  await expect(page.getByRole('button', { name: 'Change Photo' })).toBeVisible()
  await input.setInputFiles(file(await makePng()))
  await expect(face).not.toHaveAttribute('src', first ?? '')
  await page.getByRole('button', { name: 'Remove Photo' }).click()
  await expect(toastOf(page)).toContainText('Photo Removed')
  await expect(face).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeFocused()
})

test('the button opens the choice of a file', async ({ page, context }) => {
  await enter(context, await registered())
  await page.goto('/profile')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Photo' }).click()
  expect((await chooser).isMultiple()).toBe(false)
})

test('what is no photo is refused in the words of the catalogue, and nothing changes (D151)', async ({
  page,
  context,
}) => {
  const person = await registered('Ivy')
  await enter(context, person)
  await page.goto('/profile')
  const input = page.getByLabel('Photo', { exact: true })
  const face = page.getByRole('banner').getByRole('button', { name: 'Ivy' }).locator('img')
  await input.setInputFiles(file(Buffer.alloc(6 * 1024 * 1024)))
  await expect(toastOf(page)).toContainText('File too large')
  await expect(toastOf(page)).toContainText('Please select an image under 5MB')
  await input.setInputFiles(file(Buffer.from('<svg/>'), 'me.svg', 'image/svg+xml'))
  await expect(toastOf(page)).toContainText('Invalid file type')
  await expect(toastOf(page)).toContainText('Please select a JPG, JPEG, or PNG image')
  // Named as a picture and none: the server tells.
  const webp = await sharp(await makePng())
    .webp()
    .toBuffer()
  await input.setInputFiles(file(Buffer.from('no picture')))
  await expect(toastOf(page)).toContainText('Invalid file type')
  await input.setInputFiles(file(webp))
  await expect(toastOf(page)).toContainText('Please select a JPG, JPEG, or PNG image')
  await input.setInputFiles(file((await makePng()).subarray(0, 60)))
  await expect(toastOf(page)).toContainText('This image is damaged.')
  const mend = await breakWrites('users', 'update', person)
  await input.setInputFiles(file(await makePng()))
  await expect(toastOf(page)).toContainText('Failed to upload image')
  await expect(face).toHaveCount(0)
  await mend()
  await input.setInputFiles(file(await makePng()))
  await expect(face).toHaveCount(1)
})
