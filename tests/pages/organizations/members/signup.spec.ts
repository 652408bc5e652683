import { currentUser } from '#contract/identity/current-user.ts'
import { completeOrganizationRegistration, validateOrganization } from '#contract/organizations/joining.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { expectFault } from '../../../kit/browser/forms.ts'
import { as, closeToasts, expect, expectRow, memberMe, page, server, tagged, test } from '#tests/pages.ts'
import { overviewOfMember } from '../organization.ts'
import { arriving, fillPasswords, opened, reachStepTwo, secret } from './signup.ts'

const overview = { ...overviewOfMember, creditBalance: 500, activeAgents: 0 }

const main = () => page.getByRole('main')
const heading = () => main().getByRole('heading', { level: 1 })
const verify = () => main().getByRole('button', { name: 'Verify Invitation' }).click()
const create = () => main().getByRole('button', { name: 'Create Account' }).click()

test('step 1 asks for email and a numeric organization ID, and has ways out', tagged('S376 S379 S523'), async () => {
  await page.goto('/organization-signup')
  await expect(heading()).toHaveText('Organization Access')
  await expect(main().getByRole('textbox')).toHaveCount(2)
  await expect(main().getByRole('button')).toHaveText(['Verify Invitation'])
  await verify()
  await expectFault(main(), 'Email', 'Email is required')
  await main().getByLabel('Email', { exact: true }).fill('mia@example.com')
  await verify()
  await expectFault(main(), 'Organization ID', 'Organization ID is required')
  await main().getByLabel('Organization ID').fill('abc')
  await verify()
  await expectFault(main(), 'Organization ID', 'Organization ID must be a number')
  expect(server.asked(validateOrganization)).toEqual([])
  await expect(main().getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await main().getByRole('link', { name: 'Back to organization info' }).click()
  await expect(page).toHaveURL('/organization-info')
})

test('values from the link are kept out of the address, and over a reload', tagged('S375 S463 S681 D107'), async () => {
  await page.goto(arriving)
  await expect(page).toHaveURL('/organization-signup')
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(main().getByLabel('Organization ID')).toHaveValue('100001')
    const words = "You're invited to Acme Consulting. First, we'll check that the invitation is yours."
    await expect(main().getByText(words, { exact: true })).toBeVisible()
  }
  const next = `/login?next=${encodeURIComponent(`/join/${secret}`)}`
  await expect(main().getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', next)
})

test(
  'step 1 checks the link, step 2 sends the account',
  tagged('S377 S482 S484 S524 S557 S558 S645 D117'),
  async () => {
    server.answer(validateOrganization, opened)
    await page.goto(arriving)
    await main().getByLabel('Email', { exact: true }).fill('mia.member@example.com')
    const release = server.hold(validateOrganization)
    await verify()
    await expect(main().getByRole('button', { name: 'Verifying…' })).toBeVisible()
    release()
    await expectRow(page, 'S645', 'Welcome to Acme Consulting.')
    expect(server.asked(validateOrganization).map(({ body }) => body)).toEqual([
      { email: 'mia.member@example.com', organizationId: 100_001, inviteToken: secret },
    ])
    await expect(heading()).toHaveText('Complete Registration')
    await expect(heading()).toBeFocused()
    await expect(main()).toContainText('Create your account at Acme Consulting for mia.member@example.com.')
    await expect(main().getByLabel('First name')).toHaveValue('Mia')
    await expect(main().getByLabel('Last name')).toHaveValue('Mendel')
    await main().getByRole('button', { name: 'Back' }).click()
    await expect(heading()).toHaveText('Organization Access')
    await expect(main().getByLabel('Email', { exact: true })).toHaveValue('mia.member@example.com')
    await closeToasts(page)
    await verify()
    await main().getByLabel('First name').fill('')
    await main().getByLabel('Last name').fill('')
    await fillPasswords()
    server.break(completeOrganizationRegistration)
    await create()
    await expect
      .poll(() => server.asked(completeOrganizationRegistration).map(({ body }) => body))
      .toEqual([
        {
          email: 'mia.member@example.com',
          organizationId: 100_001,
          password: 'correct-horse-7',
          firstName: '',
          lastName: '',
          inviteToken: secret,
        },
      ])
  },
)

test('the welcome shows for 1.5 s before the dashboard opens', tagged('S378 S483 S559 S646'), async () => {
  await page.clock.install()
  await reachStepTwo()
  await fillPasswords()
  server.answer(completeOrganizationRegistration, () => {
    as(memberMe)
    return { success: true as const, organizationName: 'Acme Consulting' }
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  const readBefore = server.asked(currentUser).length
  await create()
  await expect(heading()).toHaveText('Welcome!')
  await expect(main()).toContainText("You're now part of Acme Consulting. Taking you to its dashboard…")
  await expect(main().getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/organization-dashboard')
  await expectRow(page, 'S646')
  expect(server.asked(currentUser).length).toBeGreaterThan(readBefore)
  expect(server.asked(userOrganization)).toHaveLength(1)
  server.answer(organizationOverview, overview)
  server.answer(organizationAgents, [])
  await page.clock.runFor(1400)
  await expect(page).toHaveURL('/organization-signup')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/')
  await page.clock.resume()
  await expect(page).toHaveURL('/organization-dashboard')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Mia' })).toBeVisible()
})

test('without a link the page says the same to everybody', tagged('D110'), async () => {
  const message = 'If an invitation for this e-mail exists, we have sent you a link. Please open it to continue.'
  server.answer(validateOrganization, { valid: false, message })
  await page.goto('/organization-signup')
  await main().getByLabel('Email', { exact: true }).fill('mia@example.com')
  await main().getByLabel('Organization ID').fill('100001')
  await verify()
  await expect(heading()).toHaveText('Check Your Email')
  await expect(main()).toContainText(message)
  expect(server.asked(validateOrganization).map(({ body }) => body)).toEqual([
    { email: 'mia@example.com', organizationId: 100_001 },
  ])
  await main().getByRole('button', { name: 'Back' }).click()
  await expect(main().getByLabel('Organization ID')).toHaveValue('100001')
})

test('a wrong ID or address is reported on step 1', tagged('S482 S627 D110'), async () => {
  server.refuse(validateOrganization, 'invalid_invitation')
  await page.goto(arriving)
  await main().getByLabel('Email', { exact: true }).fill('somebody@example.com')
  await verify()
  await expectRow(page, 'S627')
  await expect(heading()).toHaveText('Organization Access')
  await closeToasts(page)
  server.refuse(validateOrganization, 'too_many_attempts')
  await verify()
  await expectRow(page, 'S627', 'Too many attempts. Please try again later.')
})

test('passwords are required, must be long enough, and must match', tagged('S524 S525 S526 D11'), async () => {
  await reachStepTwo()
  await create()
  await expectFault(main(), 'Password', 'Password is required')
  await closeToasts(page)
  await fillPasswords('seven-7')
  await create()
  await expectRow(page, 'S526')
  await expectFault(main(), 'Password', 'Password must be at least 8 characters long')
  await closeToasts(page)
  await fillPasswords('another-horse-8', 'another-horse-9')
  await create()
  await expectRow(page, 'S525')
  await expectFault(main(), 'Confirm password', 'Passwords do not match')
  expect(server.asked(completeOrganizationRegistration)).toEqual([])
})

test('a refused account keeps what was typed, and an existing one signs in', tagged('S628 D111'), async () => {
  await reachStepTwo()
  await main().getByLabel('First name').fill('Mina')
  await main().getByLabel('Last name').fill('Mendel')
  await fillPasswords()
  server.break(completeOrganizationRegistration)
  await create()
  await expectRow(page, 'S628')
  await expect(main().getByLabel('First name')).toHaveValue('Mina')
  await expect(main().getByLabel('Password', { exact: true })).toHaveValue('correct-horse-7')
  await closeToasts(page)
  server.refuse(completeOrganizationRegistration, 'seats_full')
  await create()
  await expectRow(page, 'S628', 'All seats are taken. We have told the admin.')
  await expect(main().getByLabel('First name')).toHaveValue('Mina')
  await closeToasts(page)
  server.refuse(completeOrganizationRegistration, 'account_exists')
  await create()
  const note = main().getByRole('status').filter({ hasText: 'Please sign in to accept this invitation.' })
  await note.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/join/${secret}`)}`)
})
