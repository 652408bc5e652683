import { login, loginWithCode } from '#contract/identity/auth.ts'
import { agents } from '#contract/agents/agents.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { pressFor } from '../../kit/browser/keyboard.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  page,
  type Page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { password, serveProfile } from './identity.ts'

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('sign-in has two fields, says what is missing, and leads on', tagged('S015 S061 S062 S180 S287 D12'), async () => {
  await page.goto('/login')
  const email = page.getByLabel('Email', { exact: true })
  await expect(page.getByRole('main').locator('input')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(email).toBeFocused()

  await email.fill('nobody@nowhere')
  await expect(page.getByText('Valid email is required')).toBeVisible()
  await email.fill('nobody@example.com')
  await expect(page.getByText(/email is required/i)).toBeHidden()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(email).toHaveValue('nobody@example.com')
  expect(server.asked(login)).toEqual([])
  await expect(toastOf(page)).toHaveCount(0)

  for (const [link, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Create an account', '/register'],
    ['Back to home', '/'],
  ] as const) {
    await page.goto('/login')
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
  }
})

test('a refused sign-in says why and loses nothing; the right password leads home (S027, S029, S063, S250, D13)', async () => {
  const button = page.getByRole('button', { name: 'Sign In' })
  server.refuse(login, 'invalid_credentials')
  await page.goto('/login')
  await signIn(page, 'unknown@example.com', 'wrong-horse-7')
  await expectRow(page, 'S250', 'Invalid email or password.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('unknown@example.com')
  const typed = page.getByLabel('Password', { exact: true })
  await expect(typed).toHaveValue('wrong-horse-7')
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  // The toast leaves after a while; what to do stays.
  await expect(typed).toHaveAccessibleDescription('Check your email and password, or reset your password.')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await closeToasts(page)
  server.break(login)
  await button.click()
  await expectRow(page, 'S250')

  await closeToasts(page)
  server.answer(agents, [])
  server.answer(login, () => {
    as(subscriberMe)
    return { ...subscriberMe, isRestored: false }
  })
  const release = server.hold(login)
  await page.getByLabel('Email', { exact: true }).fill(' Robin.Reed@example.com')
  await button.click()
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  await expect(toastOf(page)).toHaveCount(0)
  expect(server.asked(login).at(-1)?.body).toEqual({ email: 'robin.reed@example.com', password: 'wrong-horse-7' })
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

  test('the typed values are not blamed, and the toast goes with the fault', tagged('S250'), async () => {
    server.cut(login)
    await page.goto('/login')
    await signIn(page, 'robin.reed@example.com')
    await expectRow(page, 'S250', "We couldn't reach Luna. Please check your connection and try again.")
    await expect(page.getByLabel('Password', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
    server.answer(agents, [])
    server.answer(login, () => {
      as(subscriberMe)
      return { ...subscriberMe, isRestored: false }
    })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/marketplace')
    await expect(toastOf(page)).toHaveCount(0)
  })
})

test('a deactivated account, too many attempts and a crowd are reported as such', tagged('D13 D14 S250'), async () => {
  await page.goto('/login')
  for (const [code, text] of [
    ['account_deactivated', 'This account is deactivated. Contact support.'],
    ['too_many_attempts', 'Too many attempts. Please try again later.'],
    ['busy', 'Many people are signing in right now. Please try again in a few seconds.'],
  ] as const) {
    server.refuse(login, code)
    await signIn(page, 'robin.reed@example.com')
    await expectRow(page, 'S250', text)
    await expect(page).toHaveURL('/login')
  }
})

test('after sign-in the return path is followed, but never off the site', tagged('D2 D4'), async () => {
  server.answer(myConversations, [])
  server.answer(transcriptSettings, { save: false, keptDays: 90, isAllowedHere: true })
  server.answer(agents, [])
  server.answer(login, () => {
    as(subscriberMe)
    return { ...subscriberMe, isRestored: false }
  })
  await page.goto('/login?next=%2Fdashboard%2Fsessions%3Fpage%3D1')
  await signIn(page, subscriberMe.email)
  await expect(page).toHaveURL('/dashboard/sessions?page=1')

  for (const away of [
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:1',
  ])
    await test.step(away, async () => {
      await page.goto(`/login?next=${encodeURIComponent(away)}`)
      await expect(page).toHaveURL('/marketplace')
    })
})

test('a sign-in that cancels a deletion says so', tagged('D28'), async () => {
  serveProfile(server)
  server.answer(login, () => {
    as(registeredMe)
    return { ...registeredMe, isRestored: true }
  })
  await page.goto('/login?next=%2Fprofile')
  await signIn(page, registeredMe.email)
  await expect(page).toHaveURL('/profile')
  await expect(toastOf(page)).toContainText('Welcome Back')
  await expect(toastOf(page)).toContainText(
    "Your account was scheduled for deletion. You signed in, so we're keeping it.",
  )
})

test.describe('with two-factor sign-in', () => {
  test.beforeEach(async () => {
    serveProfile(server)
    server.answer(login, { twoFactorRequired: true })
    await page.goto('/login?next=%2Fprofile')
    await signIn(page, registeredMe.email)
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  })

  test('signing in asks for the code, or a recovery code, and leads on', tagged('D27 D2'), async () => {
    const code = page.getByLabel('Code', { exact: true })
    const button = page.getByRole('button', { name: 'Sign In' })
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(page.getByText(registeredMe.email)).toBeVisible()
    await button.click()
    await expect(page.getByText('Please enter the code')).toBeVisible()
    expect(server.asked(loginWithCode)).toEqual([])
    server.refuse(loginWithCode, 'wrong_code', { field: 'code' })
    await code.fill('123456')
    await button.click()
    await expect(toastOf(page)).toContainText('This code is wrong or has already been used. Please try another one.')
    await expect(code).toBeFocused()

    // Back, and forward again.
    await page.getByRole('button', { name: 'Back to password' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await signIn(page, registeredMe.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const recovery = page.getByLabel('Recovery code')
    await expect(recovery).toBeFocused()
    await expect(recovery).toHaveAttribute('autocomplete', 'off')
    await recovery.fill('abcd-efgh-jkmn-pqrs')
    server.answer(loginWithCode, () => {
      as(registeredMe)
      return { ...registeredMe, isRestored: false }
    })
    await button.click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
    await expect(toastOf(page)).toHaveCount(0)
    expect(server.asked(loginWithCode).map(({ body }) => body.code)).toEqual(['123456', 'abcd-efgh-jkmn-pqrs'])
  })

  test('a sign-in that waited too long starts over with the password', tagged('D27'), async () => {
    server.refuse(loginWithCode, 'sign_in_expired')
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(toastOf(page)).toContainText('This sign-in has expired. Please start again with your password.')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })
})

test('signing in with a code works by keyboard', tagged('D27'), async () => {
  server.answer(login, { twoFactorRequired: true })
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(registeredMe.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await pressFor(page, 'Enter', page.getByRole('heading', { level: 1, name: 'Enter your code' }))
})
