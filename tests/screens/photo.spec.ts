import sharp from 'sharp'
import { breakWrites } from './faults.ts'
import { expect, type Page, test } from './fixtures.ts'
import { enter, registered } from './people.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

const makePng = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()

function file(buffer: Buffer, name = 'me.png', mimeType = 'image/png') {
  return { name, mimeType, buffer }
}

/** Chooses a file, once the screen takes one. */
async function upload(page: Page, image: ReturnType<typeof file>): Promise<void> {
  const input = page.getByLabel('Photo', { exact: true })
  await expect(input).toBeEnabled()
  await input.setInputFiles(image)
}

test('a photo is uploaded, shown in the header, replaced and removed (S046, D25, D151)', async ({ page, context }) => {
  await enter(context, await registered('Ivy'))
  await page.goto('/profile')
  const face = page.getByRole('banner').getByRole('button', { name: 'Ivy' }).locator('img')
  await expect(page.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  await expect(face).toHaveCount(0)
  const release = await hold(page, '**/api/account/photo')
  await upload(page, file(await makePng()))
  await expect(page.getByRole('main').getByText('Uploading…')).toBeVisible()
  await expect(page.getByLabel('Photo', { exact: true })).toBeDisabled()
  await release()
  await expect(toastOf(page)).toContainText('Photo Saved')
  await expect(face).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  // It is really there, not only its address.
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

  const first = await face.getAttribute('src')
  await expect(page.getByRole('button', { name: 'Change Photo' })).toBeVisible()
  await upload(page, file(await makePng()))
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
  const face = page.getByRole('banner').getByRole('button', { name: 'Ivy' }).locator('img')
  const expectRefusal = async (image: ReturnType<typeof file>, title: string, text: string) => {
    await closeToasts(page)
    await upload(page, image)
    await expect(toastOf(page).getByText(title, { exact: true })).toBeVisible()
    await expect(toastOf(page).getByText(text, { exact: true })).toBeVisible()
  }
  const wrongType = ['Invalid file type', 'Please select a JPG, JPEG, or PNG image'] as const
  await expectRefusal(file(Buffer.alloc(6 * 1024 * 1024)), 'File too large', 'Please select an image under 5MB')
  await expectRefusal(file(Buffer.from('<svg/>'), 'me.svg', 'image/svg+xml'), ...wrongType)
  // Named as a picture and none: the server tells.
  const webp = await sharp(await makePng())
    .webp()
    .toBuffer()
  await expectRefusal(file(Buffer.from('no picture')), ...wrongType)
  await expectRefusal(file(webp), ...wrongType)
  const damaged = (await makePng()).subarray(0, 60)
  await expectRefusal(file(damaged), 'Failed to upload image', 'This image is damaged. Please select another one.')
  const mend = await breakWrites('users', 'update', person)
  const good = file(await makePng())
  await expectRefusal(good, 'Failed to upload image', 'Your photo is as it was. Please try again.')
  await expect(face).toHaveCount(0)
  await mend()
  await upload(page, good)
  await expect(face).toHaveCount(1)
})
