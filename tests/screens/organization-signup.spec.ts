import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test, url } from './fixtures.ts'
import { expectFault } from '../kit/forms.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { breakJoining, fillPasswords, firm, invite, membersOf, reachStepTwo } from './organization-joining.ts'
import { freshEmail, registered, signIn } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, countOf, mailedLink, watchRequests } from '../kit/watch.ts'

/** /organization-signup in three steps: verify, register, welcome. */

const sentValues = ['email', 'firstName', 'inviteToken', 'lastName', 'organizationId', 'password']

test('step 1 asks for email and organization ID, and links to sign-in and organization info (S376, S379)', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto('/organization-signup')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Organization Access')
  await expect(main.getByRole('textbox')).toHaveCount(2)
  await expect(main.getByRole('button')).toHaveText(['Verify Invitation'])
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await main.getByRole('link', { name: 'Back to organization info' }).click()
  await expect(page).toHaveURL('/organization-info')
})

test('both are required, and the ID is a number (S523)', async ({ page }) => {
  const main = page.getByRole('main')
  const seen = watchRequests(page)
  await page.goto('/organization-signup')
  const submit = main.getByRole('button', { name: 'Verify Invitation' })
  await submit.click()
  await expectFault(main, 'Email', 'Email is required')
  await main.getByLabel('Email', { exact: true }).fill('mia@example.com')
  await submit.click()
  await expectFault(main, 'Organization ID', 'Organization ID is required')
  await main.getByLabel('Organization ID').fill('abc')
  await submit.click()
  await expectFault(main, 'Organization ID', 'Organization ID must be a number')
  expect(countOf(seen, 'POST /api/auth/validate-organization')).toBe(0)
})

test('three steps from the invitation to the dashboard (S375, S377, S378, S463, S482, S483, S484, S524, S557, S558, S559, S645, S646, S681, D107, D117)', async ({
  page,
}) => {
  const to = await firm()
  const invitation = await invite(to, freshEmail(), { firstName: 'Mia', lastName: 'Mendel' })
  const main = page.getByRole('main')
  await recordMoments(page)
  await page.goto(invitation.path)
  await main.getByRole('link', { name: `Join ${to.name}` }).click()
  await expect(page).toHaveURL('/organization-signup')
  await expect(main.getByLabel('Organization ID')).toHaveValue(String(to.id))
  await expect(main.getByText(to.name)).toBeVisible()
  await page.reload()
  await expect(main.getByLabel('Organization ID')).toHaveValue(String(to.id))
  await main.getByLabel('Email', { exact: true }).fill(invitation.email)
  const asked = page.waitForRequest('**/api/auth/validate-organization')
  await main.getByRole('button', { name: 'Verify Invitation' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ inviteToken: invitation.secret })
  await expectRow(page, 'S645', `Welcome to ${to.name}.`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Complete Registration')
  await expect(main).toContainText(`Your account at ${to.name} belongs to ${invitation.email}.`)
  await expect(main.getByLabel('First name')).toHaveValue('Mia')
  await main.getByRole('button', { name: 'Back' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Organization Access')
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue(invitation.email)
  await closeToasts(page)
  await main.getByRole('button', { name: 'Verify Invitation' }).click()
  await main.getByLabel('First name').fill('')
  await main.getByLabel('Last name').fill('')
  await fillPasswords(page)
  await closeToasts(page)
  const seen = watchRequests(page)
  const sent = page.waitForRequest('**/api/auth/complete-organization-registration')
  await recordTexts(page, 'main h1, main a[href="/organization-dashboard"]')
  await main.getByRole('button', { name: 'Create Account' }).click()
  expect(Object.keys((await sent).postDataJSON() as object).toSorted()).toEqual(sentValues)
  await expectRow(page, 'S646')
  await expect(page).toHaveURL('/organization-dashboard')
  // The welcome stands for a second and a half, so it is read afterwards.
  expect(await recordedTexts(page)).toEqual(expect.arrayContaining(['Welcome!', 'Go to Dashboard']))
  await expectDelay(page, 'answer 201 POST /api/auth/complete-organization-registration', 'screen /', 1500)
  expect(countOf(seen, 'GET /api/auth/user')).toBeGreaterThan(0)
  expect(countOf(seen, 'GET /api/user/organization')).toBeGreaterThan(0)
  expect(await membersOf(to)).toEqual([{ email: invitation.email, role: 'member', is_active: true }])
  await expect(page.getByRole('banner').getByRole('button', { name: 'Mia' })).toBeVisible()
})

test('without a link the same words for everybody, and a mail for the invited (D110)', async ({ page }) => {
  const to = await firm()
  const invitation = await invite(to)
  const main = page.getByRole('main')
  for (const email of [invitation.email, freshEmail()]) {
    await page.goto('/organization-signup')
    await main.getByLabel('Email', { exact: true }).fill(email)
    await main.getByLabel('Organization ID').fill(String(to.id))
    await main.getByRole('button', { name: 'Verify Invitation' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Check Your Email')
    await expect(main).toContainText('If an invitation for this e-mail exists, we have sent you a link.')
    await main.getByRole('button', { name: 'Back' }).click()
    await expect(main.getByLabel('Organization ID')).toHaveValue(String(to.id))
  }
  // The mail brings a new link, and the one of the invitation ends.
  const mailed = () => mailedLink(url, invitation.email, `You are invited to join ${to.name}`)
  await expect.poll(mailed).not.toContain(invitation.secret)
  await page.goto(await mailed())
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("You're Invited!")
})

test('a wrong id or address stays on step 1 and says so (S482, S627, D110)', async ({ page }) => {
  const to = await firm()
  const { path } = await invite(to)
  const main = page.getByRole('main')
  await page.goto(path)
  await main.getByRole('link', { name: `Join ${to.name}` }).click()
  await main.getByLabel('Email', { exact: true }).fill(freshEmail())
  await main.getByRole('button', { name: 'Verify Invitation' }).click()
  await expectRow(page, 'S627')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Organization Access')
})

test('passwords are needed, long enough and the same (S524, S525, S526, D11)', async ({ page }) => {
  const to = await firm()
  await reachStepTwo(page, await invite(to))
  const main = page.getByRole('main')
  const seen = watchRequests(page)
  const submit = main.getByRole('button', { name: 'Create Account' })
  await submit.click()
  await expectFault(main, 'Password', 'Password is required')
  await closeToasts(page)
  await fillPasswords(page, 'seven-7')
  await submit.click()
  await expectRow(page, 'S526')
  await expectFault(main, 'Password', 'Password must be at least 8 characters long')
  await closeToasts(page)
  await fillPasswords(page, 'another-horse-8', 'another-horse-9')
  await submit.click()
  await expectRow(page, 'S525')
  await expectFault(main, 'Confirm password', 'Passwords do not match')
  expect(countOf(seen, 'POST /api/auth/complete-organization-registration')).toBe(0)
})

test('an account that cannot be created says so, and what was typed stays (S628)', async ({ page }) => {
  const to = await firm()
  await reachStepTwo(page, await invite(to))
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Mia')
  await main.getByLabel('Last name').fill('Mendel')
  await fillPasswords(page)
  await closeToasts(page)
  const mend = await breakJoining(to)
  try {
    await main.getByRole('button', { name: 'Create Account' }).click()
    await expectRow(page, 'S628')
  } finally {
    await mend()
  }
  await expect(main.getByLabel('First name')).toHaveValue('Mia')
  await main.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
})

test('who has an account signs in, comes back and accepts; the password is as it was (D111)', async ({ page }) => {
  const to = await firm()
  const person = await registered('Mia')
  await reachStepTwo(page, await invite(to, person.email))
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('Not')
  await main.getByLabel('Last name').fill('Mia')
  await fillPasswords(page, 'another-horse-8')
  await main.getByRole('button', { name: 'Create Account' }).click()
  const note = main.getByRole('status').filter({ hasText: 'Please sign in to accept this invitation.' })
  await note.getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person.email)
  await main.getByRole('button', { name: `Join ${to.name}` }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  expect(await membersOf(to)).toEqual([{ email: person.email, role: 'member', is_active: true }])
})

test.describe('everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('can use the steps, with everything they can find wrong', async ({ page }) => {
    const to = await firm()
    await page.goto('/organization-signup')
    await page.getByRole('button', { name: 'Verify Invitation' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await reachStepTwo(page, await invite(to))
    await closeToasts(page)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)
  })
})
