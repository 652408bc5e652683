import { changePhoto, removePhoto } from '#contract/identity/profile.ts'
import { Problem } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, button, click, closeToasts, field, main, toastOf } from '#tests/components/words.ts'
import { serveProfile } from '#tests/pages/identity/identity.ts'
import { registeredMe } from '#tests/pages/people.ts'

/** Pictures that every page has. */
const [firstPhoto, secondPhoto] = ['/apple-touch-icon.png', '/favicon.svg']

async function upload(size = 60): Promise<void> {
  await expect(field('Photo')).toBeEnabled()
  await field('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(size, 1) })
}

const face = () => banner().getByRole('button', { name: 'Robin' }).locator('img')

beforeEach(() => {
  as(registeredMe)
  serveProfile(server)
  return page.goto('/profile')
})

it('a photo is sent once, shown in the header, replaced and removed', tags('S046 D25 D151'), async () => {
  await expect(page.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  await expect(face()).toHaveCount(0)
  server.answer(changePhoto, { ...registeredMe, profileImageUrl: firstPhoto })
  const release = server.hold(changePhoto)
  await upload()
  await expect(main().getByText('Uploading…')).toBeVisible()
  await expect(field('Photo')).toBeDisabled()
  release()
  await expect(toastOf()).toContainText('Photo Saved')
  await expect(face()).toHaveAttribute('src', firstPhoto)
  const [sent] = server.asked(changePhoto)
  expect(sent?.body.image).toMatchObject({ name: 'me.png', type: 'image/png', size: 60 })

  await expect(button('Change Photo')).toBeVisible()
  server.answer(changePhoto, { ...registeredMe, profileImageUrl: secondPhoto })
  await upload()
  await expect(face()).toHaveAttribute('src', secondPhoto)
  await closeToasts()
  server.break(removePhoto)
  await click('Remove Photo')
  await expect(toastOf()).toContainText('Failed to remove your photo')
  await expect(face()).toHaveAttribute('src', secondPhoto)
  await closeToasts()
  server.answer(removePhoto, registeredMe)
  await click('Remove Photo')
  await expect(toastOf()).toContainText('Photo Removed')
  await expect(face()).toHaveCount(0)
  await expect(button('Upload Photo')).toBeFocused()
})

it('a file that is not a photo is refused in the stated words, and nothing changes', tags('D151'), async () => {
  const expectToast = async (title: string, text: string) => {
    await expect(toastOf()).toHaveText(title + text)
    await closeToasts()
  }
  const [wrongType, tooLarge] = ['Please select a JPG, JPEG, or PNG image', 'Please select an image under 5MB']
  await upload(6 * 1024 * 1024)
  await expectToast('File too large', tooLarge)
  expect(server.asked(changePhoto)).toEqual([])
  // The server judges a file named as a picture by its bytes.
  const failed = 'Failed to upload image'
  for (const [refuse, title, text] of [
    [() => server.refuse(changePhoto, 'wrong_image_type'), 'Invalid file type', wrongType],
    [() => server.refuse(changePhoto, 'broken_image'), failed, 'This image is damaged. Please select another one.'],
    [
      () => server.refuse(changePhoto, 'image_too_wide'),
      failed,
      'Please select an image of at most 4,096 pixels per side',
    ],
    [() => server.refuseWith(changePhoto, new Problem(413, 'too_large', tooLarge)), 'File too large', tooLarge],
    [() => server.break(changePhoto), failed, "Your photo hasn't changed. Please try again."],
  ] as const) {
    refuse()
    await upload()
    await expectToast(title, text)
  }
  await expect(face()).toHaveCount(0)
})
