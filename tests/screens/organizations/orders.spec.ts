import { chosen, fillContact, submitButton } from '../../kit/browser/organization-registering.ts'
import { expect, fillCard, freshEmail, page, password, sql, tagged, test, url } from '#tests/screens.ts'

test('text typed before the script has loaded stays', tagged('S341 S343 S527'), async () => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/organization-info', { waitUntil: 'commit' })
  const users = page.getByRole('textbox', { name: 'Number of users' })
  await users.fill('12')
  await page.getByRole('radio', { name: /^Scale/ }).check({ force: true })
  await page.getByRole('radio', { name: /^Single agent/ }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Branded app' }).check()
  held.resolve()
  const start = page.getByRole('link', { name: 'Start Registration' }).first()
  const typed =
    /userCount=12&agentType=single&numberOfAgents=1&minutePackage=scale&brandedPWA=true&ongoingOptimization=false/
  await expect(start).toHaveAttribute('href', typed)
  await expect(users).toHaveValue('12')
  await page.reload()
  await expect(start).toHaveAttribute('href', typed)
  await expect(users).toHaveValue('12')
  await expect(page.getByRole('radio', { name: /^Scale/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Branded app' })).toBeChecked()
})

const paying = 'gate S553 D102 D104 D105 D107'
test('a bank asks about an order; only its browser learns that it is paid', tagged(paying), async ({ browser }) => {
  const email = freshEmail()
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  const pay = page.getByRole('button', { name: 'Pay $1,419.00' })
  await expect(pay).toBeEnabled()
  await fillCard(page, '4000 0027 6000 3184')
  await pay.click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page).toHaveURL('/organization-success')
  const ordered = 'select id::text from business_registration where contact_email = $1'
  const id = (await sql<{ id: string }>(ordered, [email]))[0]?.id ?? ''
  await expect(page.getByText(id)).toBeVisible()

  const other = await browser.newPage({ baseURL: url })
  await other.goto(`/organization-success?id=${id}&adminEmail=${email}&contactName=Olive%20Owner`)
  await other.getByLabel('New password').fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.getByRole('button', { name: 'Set Password' }).click()
  await expect(other.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  expect(await sql('select from users where email = $1 and password_hash is null', [email])).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible()
})
