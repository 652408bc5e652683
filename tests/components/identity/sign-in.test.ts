import { agents } from '#contract/agents/agents.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { login, loginWithCode } from '#contract/identity/auth.ts'
import type { Me } from '#contract/identity/people.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { click, closeToasts, expectRow, field, fill, heading, main, toastOf } from '#tests/components/words.ts'
import { password, serveProfile } from '#tests/pages/identity/identity.ts'
import { registeredMe, subscriberMe } from '#tests/pages/people.ts'

async function signIn(email: string, secret = password): Promise<void> {
  await fill({ Email: email, Password: secret })
  await click('Sign In')
}

/** Lets the sign-in succeed from now on. */
function accept(me: Me, isRestored = false): void {
  server.answer(agents, [])
  server.answer(login, () => {
    as(me)
    return { ...me, isRestored }
  })
}

it('the sign-in has two fields, judges them while typing, and leads on', tags('S015 S061 S062 S287 D203'), async () => {
  await page.goto('/login')
  await expect(main().locator('input')).toHaveCount(2)
  await click('Sign In')
  for (const text of ['Email is required', 'Password is required'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await field('Email').fill('nobody@nowhere')
  await expect(page.getByText('Valid email is required')).toBeVisible()
  await field('Email').fill('nobody@example.com')
  await expect(page.getByText(/email is required/i)).toBeHidden()
  await expect(toastOf()).toHaveCount(0)
  for (const [name, href] of [
    ['Forgot your password?', '/forgot-password'],
    ['Create an account', '/register'],
    ['Back to home', '/'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
  const note = page.getByText('Signing in needs cookies')
  await expect(note).toHaveCount(0)
  Object.defineProperty(page.window.navigator, 'cookieEnabled', { value: false })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(note).toBeVisible()
})

it('a refused sign-in says why and loses nothing, then leads home', tags('S027 S029 S063 S250 D13 D14'), async () => {
  await page.goto('/login')
  for (const [code, text] of [
    ['account_deactivated', 'This account is deactivated. Contact support.'],
    ['too_many_attempts', 'Too many attempts. Please try again later.'],
    ['busy', 'Many people are signing in right now. Please try again in a few seconds.'],
    ['invalid_credentials', 'Invalid email or password.'],
  ] as const) {
    server.refuse(login, code)
    await signIn('unknown@example.com', 'wrong-horse-7')
    await expectRow('S250', text)
    await closeToasts()
  }
  const typed = field('Password')
  await expect(field('Email')).toHaveValue('unknown@example.com')
  await expect(typed).toHaveValue('wrong-horse-7')
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  // The toast leaves after a while; what to do stays.
  await expect(typed).toHaveAccessibleDescription('Check your email and password, or reset your password.')
  await expect(main().getByRole('alert')).toHaveCount(0)
  server.break(login)
  await click('Sign In')
  await expectRow('S250')
  await closeToasts()

  accept(subscriberMe)
  const release = server.hold(login)
  await signIn(' Robin.Reed@example.com')
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/marketplace')
  await expect(heading('Agent Marketplace')).toBeVisible()
  await expect(toastOf()).toHaveCount(0)
  expect(server.asked(login).at(-1)?.body).toMatchObject({ email: 'robin.reed@example.com', password })
})

it('without a connection nothing typed is blamed, and the toast goes with the fault', tags('S250'), async () => {
  server.cut(login)
  await page.goto('/login')
  await signIn('robin.reed@example.com')
  await expectRow('S250', "We couldn't reach Luna. Please check your connection and try again.")
  await expect(field('Password')).not.toHaveAttribute('aria-invalid', 'true')
  accept(subscriberMe)
  await click('Sign In')
  await expect(page).toHaveURL('/marketplace')
  await expect(toastOf()).toHaveCount(0)
})

it('after the sign-in the return path is followed, but never off the site', tags('D2 D4'), async () => {
  server.answer(myConversations, [])
  server.answer(transcriptSettings, { save: false, keptDays: 90, isAllowedHere: true })
  accept(subscriberMe)
  await page.goto('/login?next=%2Fdashboard%2Fsessions%3Fpage%3D1')
  await signIn(subscriberMe.email)
  await expect(page).toHaveURL('/dashboard/sessions?page=1')
  await page.goto(`/login?next=${encodeURIComponent('//evil.example')}`)
  await expect(page).toHaveURL('/marketplace')
})

it('a sign-in that cancels a deletion says so', tags('D28'), async () => {
  serveProfile(server)
  accept(registeredMe, true)
  await page.goto('/login?next=%2Fprofile')
  await signIn(registeredMe.email)
  await expect(page).toHaveURL('/profile')
  await expect(toastOf()).toHaveText(
    /^Welcome Back.*Your account was scheduled for deletion. You signed in, so we're keeping it./,
  )
})

it('with two-factor sign-in it asks for the code, or a recovery code, and leads on', tags('D27 D2'), async () => {
  serveProfile(server)
  server.answer(login, { twoFactorRequired: true })
  await page.goto('/login?next=%2Fprofile')
  await signIn(registeredMe.email)
  const code = field('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(page.getByText(registeredMe.email)).toBeVisible()
  await click('Sign In')
  await expect(page.getByText('Please enter the code')).toBeVisible()
  expect(server.asked(loginWithCode)).toEqual([])
  server.refuse(loginWithCode, 'wrong_code', { field: 'code' })
  await code.fill('123456')
  await click('Sign In')
  await expect(toastOf()).toContainText('This code is wrong or has already been used. Please try another one.')
  await expect(code).toBeFocused()
  await click('Back to password')
  await signIn(registeredMe.email)
  // One that waited too long starts over.
  server.refuse(loginWithCode, 'sign_in_expired')
  await code.fill('123456')
  await click('Sign In')
  await expect(toastOf()).toContainText('This sign-in has expired. Please start again with your password.')
  await expect(heading('Sign in')).toBeVisible()

  await signIn(registeredMe.email)
  await click('Use a recovery code')
  const recovery = page.getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await expect(recovery).toHaveAttribute('autocomplete', 'off')
  await recovery.fill('abcd-efgh-jkmn-pqrs')
  server.answer(loginWithCode, () => {
    as(registeredMe)
    return { ...registeredMe, isRestored: false }
  })
  await click('Sign In')
  await expect(page).toHaveURL('/profile')
  await expect(heading('Profile & security')).toBeVisible()
  await expect(toastOf()).toHaveCount(0)
  expect(server.asked(loginWithCode).map(({ body }) => body.code)).toEqual(['123456', '123456', 'abcd-efgh-jkmn-pqrs'])
})
