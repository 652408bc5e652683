import { login, register } from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { forgotPassword, resetPassword, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { refusals } from '#server/kernel/problem.ts'
import { fresh, type FormCase, longPassword, names, tooCommon, tooLong, tooShort } from './form-cases.ts'
import { password, unconfirmedMe } from './identity.ts'

/** The forms of people who are not signed in. */
export const visitorForms: FormCase[] = [
  {
    name: 'sign-in (S180, D12)',
    open: async ({ page }) => {
      await page.goto('/login')
      return page.getByRole('main')
    },
    submit: 'Sign In',
    call: login,
    right: { Email: 'nobody@example.com', Password: password },
    wrong: [
      [{ Email: '', Password: '' }, 'Email', 'Email is required'],
      [{ Email: 'nobody@nowhere' }, 'Email', 'Valid email is required'],
      [{ Email: `${'e'.repeat(250)}@example.com` }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: longPassword }, 'Password', tooLong],
    ],
    answer: (server) => server.refuse(login, 'invalid_credentials'),
  },
  {
    name: 'registration (S181, S310, D11, D12)',
    open: async ({ page }) => {
      await page.goto('/register')
      return page.getByRole('main')
    },
    submit: 'Create Account',
    call: register,
    right: { ...names, Email: 'vera@example.com', Password: password },
    wrong: [
      [{ 'First name': '   ', 'Last name': '' }, 'First name', 'First name is required'],
      [{ 'Last name': ' ' }, 'Last name', 'Last name is required'],
      [{ Email: '' }, 'Email', 'Email is required'],
      [{ Email: 'vera@' }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: 'seven-7' }, 'Password', tooShort],
      [{ Password: longPassword }, 'Password', tooLong],
    ],
    refused: [
      {
        fault: [{ Password: 'password123' }, 'Password', tooCommon],
        refuse: (server) => server.refuse(register, 'common_password', { field: 'password' }),
      },
    ],
    answer: (server) =>
      server.answer(register, () => {
        // Not before: a page that looks meanwhile who is signed in would leave the form.
        server.answer(currentUser, unconfirmedMe)
        return unconfirmedMe
      }),
  },
  {
    name: 'forgotten password (S182)',
    open: async ({ page }) => {
      await page.goto('/forgot-password')
      return page.getByRole('main')
    },
    submit: 'Send Reset Link',
    call: forgotPassword,
    right: { Email: 'vera@example.com' },
    wrong: [
      [{ Email: '' }, 'Email', 'Please enter your email address'],
      [{ Email: 'nobody' }, 'Email', 'Valid email is required'],
    ],
    answer: (server) => server.refuse(forgotPassword, 'too_many_attempts'),
  },
  {
    name: 'a new password by a mailed link (S183-S185, D11)',
    open: async ({ page, server }) => {
      server.answer(verifyResetToken, { valid: true })
      await page.goto('/reset-password?token=t0ken')
      return page.getByRole('main')
    },
    submit: 'Reset Password',
    call: resetPassword,
    right: { 'New password': fresh, 'Confirm password': fresh },
    wrong: [
      [{ 'New password': '', 'Confirm password': '' }, 'New password', 'Please fill in all fields'],
      [{ 'Confirm password': '' }, 'Confirm password', 'Please fill in all fields'],
      [{ 'New password': 'seven-7', 'Confirm password': 'seven-7' }, 'New password', tooShort],
      [{ 'New password': longPassword, 'Confirm password': longPassword }, 'New password', tooLong],
      [{ 'Confirm password': 'another-horse-9' }, 'Confirm password', 'Passwords do not match'],
    ],
    refused: [
      {
        fault: [{ 'New password': 'password123', 'Confirm password': 'password123' }, 'New password', tooCommon],
        refuse: (server) => server.refuse(resetPassword, 'common_password', { field: 'newPassword' }),
      },
    ],
    answer: (server) => {
      server.answer(resetPassword, { success: true })
      server.refuseWith(currentUser, refusals.signedOut())
    },
  },
]
