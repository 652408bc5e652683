import { changePhoto, removePhoto } from '#contract/identity/profile.ts'
import { Problem } from '#server/kernel/problem.ts'
import { as, closeToasts, expect, page, type Page, registeredMe, server, tagged, test, toastOf } from '#tests/pages.ts'
import { openProfile, serveProfile } from './identity.ts'

/** Pictures that every page has. */
const [firstPhoto, secondPhoto] = ['/apple-touch-icon.png', '/favicon.svg']

function file(name = 'me.png', mimeType = 'image/png', size = 60) {
  return { name, mimeType, buffer: Buffer.alloc(size, 1) }
}

/** Chooses a file, once the screen accepts one. */
async function upload(page: Page, image = file()): Promise<void> {
  const input = page.getByLabel('Photo', { exact: true })
  await expect(input).toBeEnabled()
  await input.setInputFiles(image)
}

function faceOf(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: 'Robin' }).locator('img')
}

test.beforeEach(async () => {
  as(registeredMe)
  serveProfile(server)
  await openProfile(page)
})

test('a photo is sent once, shown in the header, replaced and removed', tagged('S046 D25 D151'), async () => {
  const face = faceOf(page)
  const [first, second] = [firstPhoto, secondPhoto].map((profileImageUrl) => ({ ...registeredMe, profileImageUrl }))
  await expect(page.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  await expect(face).toHaveCount(0)
  server.answer(changePhoto, first ?? registeredMe)
  const release = server.hold(changePhoto)
  await upload(page)
  await expect(page.getByRole('main').getByText('Uploading…')).toBeVisible()
  await expect(page.getByLabel('Photo', { exact: true })).toBeDisabled()
  release()
  await expect(toastOf(page)).toContainText('Photo Saved')
  await expect(face).toHaveAttribute('src', firstPhoto)
  const [sent] = server.asked(changePhoto)
  expect([sent?.body.image.name, sent?.body.image.type, sent?.body.image.size]).toEqual(['me.png', 'image/png', 60])

  await expect(page.getByRole('button', { name: 'Change Photo' })).toBeVisible()
  server.answer(changePhoto, second ?? registeredMe)
  await upload(page)
  await expect(face).toHaveAttribute('src', secondPhoto)
  await closeToasts(page)
  server.break(removePhoto)
  await page.getByRole('button', { name: 'Remove Photo' }).click()
  await expect(toastOf(page)).toContainText('Failed to remove your photo')
  await expect(face).toHaveAttribute('src', secondPhoto)
  server.answer(removePhoto, registeredMe)
  as(registeredMe)
  await page.getByRole('button', { name: 'Remove Photo' }).click()
  await expect(toastOf(page)).toContainText('Photo Removed')
  await expect(face).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeFocused()
})

test('the button opens the file chooser', async () => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Photo' }).click()
  expect((await chooser).isMultiple()).toBe(false)
})

test('a file that is not a photo is refused in the stated words, and nothing changes', tagged('D151'), async () => {
  const expectRefusal = async (image: ReturnType<typeof file>, title: string, text: string) => {
    await closeToasts(page)
    await upload(page, image)
    await expect(toastOf(page).getByText(title, { exact: true })).toBeVisible()
    await expect(toastOf(page).getByText(text, { exact: true })).toBeVisible()
  }
  const wrongType = ['Invalid file type', 'Please select a JPG, JPEG, or PNG image'] as const
  const tooLarge = ['File too large', 'Please select an image under 5MB'] as const
  await expectRefusal(file('me.png', 'image/png', 6 * 1024 * 1024), ...tooLarge)
  await expectRefusal(file('me.svg', 'image/svg+xml'), ...wrongType)
  expect(server.asked(changePhoto)).toEqual([])
  // The server judges a file named as a picture by its bytes.
  server.refuse(changePhoto, 'wrong_image_type')
  await expectRefusal(file(), ...wrongType)
  server.refuse(changePhoto, 'broken_image')
  await expectRefusal(file(), 'Failed to upload image', 'This image is damaged. Please select another one.')
  server.refuse(changePhoto, 'image_too_wide')
  await expectRefusal(file(), 'Failed to upload image', 'Please select an image of at most 4,096 pixels per side')
  server.refuseWith(changePhoto, new Problem(413, 'too_large', tooLarge[1]))
  await expectRefusal(file(), ...tooLarge)
  server.break(changePhoto)
  await expectRefusal(file(), 'Failed to upload image', "Your photo hasn't changed. Please try again.")
  await expect(faceOf(page)).toHaveCount(0)
  server.answer(changePhoto, { ...registeredMe, profileImageUrl: firstPhoto })
  await upload(page)
  await expect(faceOf(page)).toHaveCount(1)
})
