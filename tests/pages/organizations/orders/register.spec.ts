import sharp from 'sharp'
import { registerOrganizationVariant, uploadRegistrationLogo } from '#contract/organizations/registration.ts'
import { addressAfter, choose, expectSums, numberField } from '../../../kit/browser/organization-choosing.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { keepCheckoutLoading, registrationId } from './registering.ts'

/** The forms of registration: one for a package that was chosen before, a variant with package controls and branding. */

const stored = { id: registrationId, amounts: { oneTime: 0, monthly: 389, today: 389 } }

test('has steps, fields, package and a way back', tagged('S336 S344 S358 S359 S360 S460 S473 S474 D107'), async () => {
  await page.goto(`/organization-register-simplified?${chosen}`)
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps).toHaveText([/Organization Details/, /Payment & Setup/, /Account Activation/])
  await expect(steps.first()).toHaveAttribute('aria-current', 'step')
  for (const label of [
    'Organization name',
    'Contact name',
    'Contact email',
    'Contact phone (optional)',
    'Website (optional)',
    'Agent purpose',
    'Number of planned users',
    'Additional notes (optional)',
  ])
    await expect(page.getByRole('textbox', { name: label, exact: true })).toBeVisible()
  for (const [label, count] of [
    ['Industry', 8],
    ['Company size', 5],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveCount(count)
    await page.keyboard.press('Escape')
  }
  const summary = page.getByRole('region', { name: 'Selected Package' })
  for (const text of ['Single agent', '5 × $2.80', 'Growth minutes', 'Branded app setup', 'Ongoing optimization'])
    await expect(summary).toContainText(text)
  // Our amount, not the one in the address.
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
  await expect(page).toHaveURL('/organization-register-simplified')
  await page.reload()
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
  await expect(page.getByLabel('Number of planned users')).toHaveValue('5')
  await page.getByRole('link', { name: 'Back to Info' }).click()
  await expect(page).toHaveURL('/organization-info')
  await page.goBack()
  await expectSums(page, { 'Total Payment Today': '$1,419.00' })
})

test('the variant is one page at two addresses', tagged('S335 S355 S461 S679 D98 D99'), async () => {
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

test('its package can be changed, and the checkout gets only filled fields', tagged('S356 S357 S551 D99'), async () => {
  const amounts = { oneTime: 300, monthly: 118, today: 418 }
  server.answer(registerOrganizationVariant, { id: registrationId, amounts })
  keepCheckoutLoading(server)
  await page.goto(`/organization-register?${chosen}`)
  await expectSums(page, { 'One-time total': '$1,050.00' })
  await choose(page, { users: 10, minutes: /^Starter/, build: /^No agent build/ })
  await fillContact(page, 'olive@acme.example')
  await page.getByLabel('Welcome message (optional)').fill('Welcome to Acme.')
  await page.getByLabel('Primary color', { exact: true }).fill('#abc')
  await submitButton(page).click()
  await expect(page.getByText('Please enter a valid hex color', { exact: true })).toBeVisible()
  await page.getByLabel('Primary color', { exact: true }).fill('#7a7a7a')
  await expect(page.getByText(/^Text on this color is hard to read\./)).toBeVisible()
  const checkout = await addressAfter(page, () => submitButton(page).click())
  expect(server.asked(registerOrganizationVariant).map(({ body }) => body)).toMatchObject([
    {
      userCount: 10,
      minutePackage: 'starter',
      agentType: 'none',
      totalAmount: 418,
      primaryColor: '#7a7a7a',
      welcomeMessage: 'Welcome to Acme.',
    },
  ])
  expect(checkout.pathname).toBe('/organization-checkout')
  expect(checkout.search).not.toMatch(/=(&|$)/)
  expect(checkout.searchParams.get('amount')).toBe('418')
  expect(server.asked(uploadRegistrationLogo)).toEqual([])
})

test('a logo is checked when chosen, shown, and stored with the registration', tagged('S461 D101 D151'), async () => {
  server.answer(registerOrganizationVariant, stored)
  server.answer(uploadRegistrationLogo, { success: true })
  keepCheckoutLoading(server)
  const create = { width: 600, height: 200, channels: 3, background: '#0e7490' } as const
  const png = await sharp({ create }).png().toBuffer()
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
  // A slow computer is still reading the picture when the form is sent.
  await page.evaluate(() => {
    const judge = window.createImageBitmap
    const { promise, resolve } = Promise.withResolvers<void>()
    Object.assign(window, {
      createImageBitmap: (source: Blob) => promise.then(() => judge(source)),
      judgeNow: resolve,
    })
  })
  await fillContact(page, 'olive@acme.example')
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await submitButton(page).click()
  await expect.poll(() => server.asked(registerOrganizationVariant)).toHaveLength(1)
  expect(server.asked(uploadRegistrationLogo)).toEqual([])
  await page.evaluate(() => (window as unknown as { judgeNow: () => void }).judgeNow())
  await expect(page).toHaveURL('/organization-checkout')
  const [logo, ...others] = server.asked(uploadRegistrationLogo)
  expect(others).toEqual([])
  expect(logo?.params).toEqual({ id: registrationId })
  expect(Buffer.from((await logo?.body.image.arrayBuffer()) ?? new ArrayBuffer())).toEqual(png)
})
