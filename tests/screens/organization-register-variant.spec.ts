import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { addressAfter, choose, expectSums, numberField } from '../kit/organization-choosing.ts'
import { chosen, fillContact, registrationsOf, submitButton } from './organization-registering.ts'
import { freshEmail } from './people.ts'
import { toastOf } from '../kit/watch.ts'

/** The variant of registration, with package controls and branding. */

test.describe('the variant', () => {
  test('is one page under two addresses, with package controls and its own fields (S335, S355, S461, S679, D98, D99)', async ({
    page,
  }) => {
    for (const path of ['/organization-register', '/organization-register-simple']) {
      await page.goto(path)
      await expect(numberField(page, 'Number of users')).toHaveValue('5')
      await expect(page.getByRole('radio', { name: /^Expansion/ })).toBeChecked()
      await expectSums(page, { 'Monthly total': '$389.00', 'Total Payment Today': '$389.00' })
      await expect(page.getByLabel('Welcome message (optional)')).toBeVisible()
      await expect(page.getByLabel('Primary color', { exact: true })).toHaveValue('#9334ea')
      await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeVisible()
      for (const label of ['Agent purpose', 'Number of planned users', 'Additional notes'])
        await expect(page.getByLabel(label)).toHaveCount(0)
    }
  })

  test('its package can be changed, and the checkout gets only what is filled (S356, S357, S551, D99)', async ({
    page,
  }) => {
    const email = freshEmail()
    await page.goto(`/organization-register?${chosen}`)
    await expectSums(page, { 'One-time total': '$1,050.00' })
    await choose(page, { users: 10, minutes: /^Starter/, build: /^No agent build/ })
    await fillContact(page, email)
    await page.getByLabel('Welcome message (optional)').fill('Welcome to Acme.')
    await page.getByLabel('Primary color', { exact: true }).fill('#abc')
    await submitButton(page).click()
    await expect(page.getByText('Please enter a valid hex color', { exact: true })).toBeVisible()
    await page.getByLabel('Primary color', { exact: true }).fill('#7a7a7a')
    await expect(page.getByText(/^Text on this color is hard to read\./)).toBeVisible()
    const sent = page.waitForRequest('**/webhook/organization-register')
    const checkout = await addressAfter(page, () => submitButton(page).click())
    expect((await sent).postDataJSON()).toMatchObject({ userCount: 10, totalAmount: 418, primaryColor: '#7a7a7a' })
    expect(checkout.search).not.toMatch(/=(&|$)/)
    expect(checkout.searchParams.get('amount')).toBe('418')
    const [row] = await registrationsOf(email)
    expect(row).toMatchObject({
      form: 'variant',
      user_count: 10,
      minute_package: 'starter',
      welcome_message: 'Welcome to Acme.',
      primary_color: '#7a7a7a',
      monthly_total_cents: 11_800,
      logo_url: null,
    })
  })

  test('a logo is checked when it is chosen, shown, and kept with the registration (S461, D101, D151)', async ({
    page,
  }) => {
    const email = freshEmail()
    const png = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#0e7490' } })
      .png()
      .toBuffer()
    await page.goto('/organization-register')
    const input = page.getByLabel('Logo', { exact: true })
    for (const [name, mimeType, buffer, text] of [
      ['logo.gif', 'image/gif', png, 'Please select a JPG, JPEG, or PNG image'],
      ['logo.png', 'image/png', Buffer.from('no picture'), 'This image is damaged.'],
      ['logo.png', 'image/png', Buffer.alloc(6 * 1024 * 1024), 'Please select an image under 5MB'],
    ] as const) {
      await input.setInputFiles({ name, mimeType, buffer })
      await expect(toastOf(page)).toContainText(text)
    }
    const preview = page.getByRole('img', { name: 'Your logo' })
    await expect(preview).toHaveCount(0)
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
    await page.getByRole('button', { name: 'Remove Logo' }).click()
    await expect(preview).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeFocused()
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect(preview).toBeVisible()
    await page.getByRole('button', { name: 'Remove Logo' }).click()
    // A slow computer still looks at the picture when the form is sent.
    await page.evaluate(() => {
      const judge = window.createImageBitmap
      const later = (source: Blob) => new Promise((go) => setTimeout(go, 1500)).then(() => judge(source))
      Object.assign(window, { createImageBitmap: later })
    })
    await fillContact(page, email)
    await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await submitButton(page).click()
    await expect(page).toHaveURL(/\/organization-checkout/)
    const [row] = await registrationsOf(email)
    expect(row?.logo_url).toMatch(/^\/images\/[\w-]{43}$/)
  })

  test('an answer that names nothing to pay says Registration Error (S615, D161)', async ({ page }) => {
    await page.goto('/organization-register')
    await fillContact(page, freshEmail())
    await page.route('**/webhook/organization-register', (route) => route.fulfill({ status: 201, json: {} }))
    await submitButton(page).click()
    await expect(toastOf(page)).toContainText('Registration Error')
    await expect(toastOf(page)).toContainText('Could not open the checkout. Please try again.')
    await expect(page).toHaveURL('/organization-register')
  })
})
