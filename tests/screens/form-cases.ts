import type { Locator, Page } from '@playwright/test'
import { expect, url } from './fixtures.ts'
import type { Values } from '../kit/forms.ts'
import { enter, freshEmail, password, registered, sql, subscriber } from './people.ts'
import { mailedLink } from '../kit/watch.ts'

/** What is typed besides what is right, the field that is wrong with it, and what it says. */
export type Fault = [values: Values, label: string, message: string]

interface FormCase {
  name: string
  /** Leads to the form; answers the part of the page it is in. */
  open: (page: Page) => Promise<Locator>
  submit: string
  call: string
  right: Values
  /** Found out by the page alone. */
  wrong: Fault[]
  /** Found out by the server. */
  refused?: Fault[]
}

const longPassword = 'p'.repeat(129)
const tooShort = 'Password must be at least 8 characters long'
const tooLong = 'Password must be at most 128 characters long'
const tooCommon = 'Please choose a less common password.'
const notTheOwn = 'This is not your current password.'
const names = { 'First name': 'Vera', 'Last name': 'Visitor' }
const ownEmail = freshEmail()
const fresh = 'another-horse-8'

/** Every form that an individual fills in. */
export const forms: FormCase[] = [
  {
    name: 'sign-in (S180, D12)',
    open: async (page) => {
      await page.goto('/login')
      return page.getByRole('main')
    },
    submit: 'Sign In',
    call: 'POST /api/auth/login',
    right: { Email: 'nobody@example.com', Password: password },
    wrong: [
      [{ Email: '', Password: '' }, 'Email', 'Email is required'],
      [{ Email: 'nobody@nowhere' }, 'Email', 'Valid email is required'],
      [{ Email: `${'e'.repeat(250)}@example.com` }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: longPassword }, 'Password', tooLong],
    ],
  },
  {
    name: 'registration (S181, S310, D11, D12)',
    open: async (page) => {
      await page.goto('/register')
      return page.getByRole('main')
    },
    submit: 'Create Account',
    call: 'POST /api/auth/register',
    right: { ...names, Email: freshEmail(), Password: password },
    wrong: [
      [{ 'First name': '   ', 'Last name': '' }, 'First name', 'First name is required'],
      [{ 'Last name': ' ' }, 'Last name', 'Last name is required'],
      [{ Email: '' }, 'Email', 'Email is required'],
      [{ Email: 'vera@' }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: 'seven-7' }, 'Password', tooShort],
      [{ Password: longPassword }, 'Password', tooLong],
    ],
    refused: [[{ Password: 'password123' }, 'Password', tooCommon]],
  },
  {
    name: 'forgotten password (S182)',
    open: async (page) => {
      await page.goto('/forgot-password')
      return page.getByRole('main')
    },
    submit: 'Send Reset Link',
    call: 'POST /api/auth/forgot-password',
    right: { Email: freshEmail() },
    wrong: [
      [{ Email: '' }, 'Email', 'Please enter your email address'],
      [{ Email: 'nobody' }, 'Email', 'Valid email is required'],
    ],
  },
  {
    name: 'a new password by a mailed link (S183-S185, D11)',
    open: async (page) => {
      const { email } = await registered()
      await page.request.post('/api/auth/forgot-password', { data: { email } })
      await page.goto(await mailedLink(url, email, 'Reset your password'))
      await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
      return page.getByRole('main')
    },
    submit: 'Reset Password',
    call: 'POST /api/auth/reset-password',
    right: { 'New password': fresh, 'Confirm password': fresh },
    wrong: [
      [{ 'New password': '', 'Confirm password': '' }, 'New password', 'Please fill in all fields'],
      [{ 'Confirm password': '' }, 'Confirm password', 'Please fill in all fields'],
      [{ 'New password': 'seven-7', 'Confirm password': 'seven-7' }, 'New password', tooShort],
      [{ 'New password': longPassword, 'Confirm password': longPassword }, 'New password', tooLong],
      [{ 'Confirm password': 'another-horse-9' }, 'Confirm password', 'Passwords do not match'],
    ],
    refused: [[{ 'New password': 'password123', 'Confirm password': 'password123' }, 'New password', tooCommon]],
  },
  {
    name: 'names (D12, D25)',
    open: (page) => openProfile(page),
    submit: 'Save Name',
    call: 'PATCH /api/account/names',
    right: names,
    wrong: [
      [{ 'First name': '  ' }, 'First name', 'First name is required'],
      [{ 'Last name': '' }, 'Last name', 'Last name is required'],
      [{ 'Last name': 'n'.repeat(101) }, 'Last name', 'Please use at most 100 characters'],
    ],
  },
  {
    name: 'another address (D12, D25)',
    open: async (page) => {
      await openProfile(page, ownEmail)
      await page.getByRole('button', { name: 'Change Email' }).click()
      return page.getByRole('dialog', { name: 'Change your email', exact: true })
    },
    submit: 'Send Link',
    call: 'POST /api/account/email',
    right: { 'New email': freshEmail(), 'Current password': password },
    wrong: [
      [{ 'New email': '' }, 'New email', 'Email is required'],
      [{ 'New email': 'new' }, 'New email', 'Valid email is required'],
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'Current password': longPassword }, 'Current password', tooLong],
    ],
    refused: [
      [{ 'New email': ownEmail }, 'New email', 'This is your email address already.'],
      [{ 'Current password': 'wrong-horse-1' }, 'Current password', notTheOwn],
    ],
  },
  {
    name: 'another password (D11, D25)',
    open: async (page) => {
      await openProfile(page)
      await page.getByRole('button', { name: 'Change Password' }).click()
      return page.getByRole('dialog', { name: 'Change your password', exact: true })
    },
    submit: 'Save Password',
    call: 'POST /api/account/password',
    right: { 'Current password': password, 'New password': fresh, 'Repeat new password': fresh },
    wrong: [
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'New password': '' }, 'New password', 'Password is required'],
      [{ 'New password': 'seven-7', 'Repeat new password': 'seven-7' }, 'New password', tooShort],
      [{ 'Repeat new password': '' }, 'Repeat new password', 'Please repeat the new password'],
      [{ 'Repeat new password': 'another-horse-9' }, 'Repeat new password', 'Passwords do not match'],
    ],
    refused: [
      [{ 'Current password': 'wrong-horse-1' }, 'Current password', notTheOwn],
      [{ 'New password': 'password123', 'Repeat new password': 'password123' }, 'New password', tooCommon],
    ],
  },
  {
    name: 'a request (S187, S188)',
    open: async (page) => {
      await enter(page.context(), await subscriber())
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Submit Request' }).click()
      return page.getByRole('dialog', { name: 'Request New Agent' })
    },
    submit: 'Submit Request',
    call: 'POST /api/agent-requests',
    right: { 'Agent name': 'Coach', Description: 'Plays a buyer.', 'Use case': 'Other', Priority: 'High' },
    wrong: [
      // Lists first: what was chosen cannot be taken back.
      [{ 'Use case': '', Priority: '' }, 'Use case', 'Please choose a use case'],
      [{ Priority: '' }, 'Priority', 'Please choose a priority'],
      [{ 'Agent name': ' ', Description: '' }, 'Agent name', 'Agent name is required'],
      [{ Description: '  ' }, 'Description', 'Description is required'],
    ],
  },
  {
    name: 'a message to the admins (S191)',
    open: async (page) => {
      await enter(page.context(), await subscriber())
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Contact Admin' }).click()
      return page.getByRole('dialog', { name: 'Contact Admin' })
    },
    submit: 'Send Message',
    call: 'POST /api/user/communications',
    right: { Subject: 'Invoice', Message: 'Where is it?' },
    wrong: [
      [{ Subject: '' }, 'Subject', 'Subject is required'],
      [{ Message: '   ' }, 'Message', 'Message is required'],
    ],
  },
]

async function openProfile(page: Page, email = freshEmail()): Promise<Locator> {
  const person = await registered()
  await sql('update users set email_verified = true, email = $2 where id = $1', [person.id, email])
  await enter(page.context(), person)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile & security' })).toBeVisible()
  return page.getByRole('main')
}
