import type { Call } from '#contract/call.ts'
import { agentRequests, submitRequest } from '#contract/agents/requests.ts'
import { login, register } from '#contract/identity/auth.ts'
import { forgotPassword, resetPassword, verifyResetToken } from '#contract/identity/mailed-links.ts'
import { changeEmail, changePassword, updateNames } from '#contract/identity/profile.ts'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { chooseIn } from '#tests/components/admin/panel.ts'
import { password, serveProfile } from '#tests/pages/identity/identity.ts'
import { registeredMe, subscriberMe } from '#tests/pages/people.ts'
import type { Locator } from '../../kit/component/locator.ts'

type Values = Readonly<Record<string, string>>

/** Values other than the right ones, the wrong field, its message, and the server's code and field, if any. */
type Fault = [values: Values, label: string, message: string, code?: string, field?: string]

interface FormCase {
  /** The rows and decisions that it proves. */
  ids: string
  open: () => Promise<Locator>
  submit: string
  call: Call
  right: Values
  faults: Fault[]
}

const openPage = (address: string) => async () => {
  await page.goto(address)
  return page.getByRole('main')
}

const openDialog = (address: string, button: string, title: string) => async () => {
  as(address === '/profile' ? registeredMe : subscriberMe)
  await page.goto(address)
  await page.getByRole('button', { name: button }).first().click()
  return page.getByRole('dialog', { name: title, exact: true })
}

const longPassword = 'p'.repeat(129)
const tooShort = 'Password must be at least 8 characters long'
const tooLong = 'Password must be at most 128 characters long'
const tooCommon = 'Please choose a less common password.'
const notTheOwn = 'This is not your current password.'
const names = { 'First name': 'Vera', 'Last name': 'Visitor' }
const fresh = 'another-horse-8'

const forms: Record<string, FormCase> = {
  'the sign-in': {
    ids: 'S180 D12',
    open: openPage('/login'),
    submit: 'Sign In',
    call: login,
    right: { Email: 'nobody@example.com', Password: password },
    faults: [
      [{ Email: '', Password: '' }, 'Email', 'Email is required'],
      [{ Email: 'nobody@nowhere' }, 'Email', 'Valid email is required'],
      [{ Email: `${'e'.repeat(250)}@example.com` }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: longPassword }, 'Password', tooLong],
    ],
  },
  'the registration': {
    ids: 'S155 S181 S310 D11 D12',
    open: openPage('/register'),
    submit: 'Create Account',
    call: register,
    right: { ...names, Email: 'vera@example.com', Password: password },
    faults: [
      [{ 'First name': '   ', 'Last name': '' }, 'First name', 'First name is required'],
      [{ 'Last name': ' ' }, 'Last name', 'Last name is required'],
      [{ Email: '' }, 'Email', 'Email is required'],
      [{ Email: 'vera@' }, 'Email', 'Valid email is required'],
      [{ Password: '' }, 'Password', 'Password is required'],
      [{ Password: 'seven-7' }, 'Password', tooShort],
      [{ Password: longPassword }, 'Password', tooLong],
      [{ Password: 'password123' }, 'Password', tooCommon, 'common_password', 'password'],
    ],
  },
  'a forgotten password': {
    ids: 'S182',
    open: openPage('/forgot-password'),
    submit: 'Send Reset Link',
    call: forgotPassword,
    right: { Email: 'vera@example.com' },
    faults: [
      [{ Email: '' }, 'Email', 'Please enter your email address'],
      [{ Email: 'nobody' }, 'Email', 'Valid email is required'],
    ],
  },
  'the form of a mailed link': {
    ids: 'S183 S184 S185 D11',
    open: openPage('/reset-password?token=t0ken'),
    submit: 'Reset Password',
    call: resetPassword,
    right: { 'New password': fresh, 'Confirm password': fresh },
    faults: [
      [{ 'New password': '', 'Confirm password': '' }, 'New password', 'Please fill in all fields'],
      [{ 'Confirm password': '' }, 'Confirm password', 'Please fill in all fields'],
      [{ 'New password': 'seven-7', 'Confirm password': 'seven-7' }, 'New password', tooShort],
      [{ 'New password': longPassword, 'Confirm password': longPassword }, 'New password', tooLong],
      [{ 'Confirm password': 'another-horse-9' }, 'Confirm password', 'Passwords do not match'],
      [{}, 'New password', tooCommon, 'common_password', 'newPassword'],
    ],
  },
  'the names': {
    ids: 'D12 D25',
    open: () => {
      as(registeredMe)
      return openPage('/profile')()
    },
    submit: 'Save Name',
    call: updateNames,
    right: names,
    faults: [
      [{ 'First name': '  ' }, 'First name', 'First name is required'],
      [{ 'Last name': '' }, 'Last name', 'Last name is required'],
      [{ 'Last name': 'n'.repeat(101) }, 'Last name', 'Please use at most 100 characters'],
    ],
  },
  'another address': {
    ids: 'D12 D25',
    open: openDialog('/profile', 'Change Email', 'Change your email'),
    submit: 'Send Link',
    call: changeEmail,
    right: { 'New email': 'vera@example.com', 'Current password': password },
    faults: [
      [{ 'New email': '' }, 'New email', 'Email is required'],
      [{ 'New email': 'new' }, 'New email', 'Valid email is required'],
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'Current password': longPassword }, 'Current password', tooLong],
      [{}, 'New email', 'This is already your email address.', 'same_email', 'email'],
      [{}, 'Current password', notTheOwn, 'wrong_password', 'currentPassword'],
    ],
  },
  'another password': {
    ids: 'D11 D25',
    open: openDialog('/profile', 'Change Password', 'Change your password'),
    submit: 'Save Password',
    call: changePassword,
    right: { 'Current password': password, 'New password': fresh, 'Repeat new password': fresh },
    faults: [
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'New password': '' }, 'New password', 'Password is required'],
      [{ 'New password': 'seven-7', 'Repeat new password': 'seven-7' }, 'New password', tooShort],
      [{ 'Repeat new password': '' }, 'Repeat new password', 'Please repeat the new password'],
      [{ 'Repeat new password': 'another-horse-9' }, 'Repeat new password', 'Passwords do not match'],
      [{}, 'Current password', notTheOwn, 'wrong_password', 'currentPassword'],
      [{}, 'New password', tooCommon, 'common_password', 'newPassword'],
    ],
  },
  'a request for an agent': {
    ids: 'S187 S188',
    open: openDialog('/dashboard/requests', 'Submit Request', 'Request New Agent'),
    submit: 'Submit Request',
    call: submitRequest,
    right: { 'Agent name': 'Coach', Description: 'Plays a buyer.', 'Use case': 'Other', Priority: 'High' },
    faults: [
      // Lists first, because their choices cannot be undone.
      [{ 'Use case': '', Priority: '' }, 'Use case', 'Please choose a use case'],
      [{ Priority: '' }, 'Priority', 'Please choose a priority'],
      [{ 'Agent name': ' ', Description: '' }, 'Agent name', 'Agent name is required'],
      [{ Description: '  ' }, 'Description', 'Description is required'],
    ],
  },
  'a message to the admins': {
    ids: 'S191',
    open: openDialog('/dashboard/messages', 'Contact Admin', 'Contact Admin'),
    submit: 'Send Message',
    call: sendMessage,
    right: { Subject: 'Invoice', Message: 'Where is it?' },
    faults: [
      [{ Subject: '   ' }, 'Subject', 'Subject is required'],
      [{ Message: '   ' }, 'Message', 'Message is required'],
    ],
  },
}

const isList = async (field: Locator) => (await field.element()).tagName === 'BUTTON'

async function fillIn(scope: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = scope.getByLabel(label, { exact: true })
    if (!(await isList(field))) await field.fill(value)
    else if (value) await chooseIn(field, value)
  }
}

async function expectKept(scope: Locator, values: Values): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = scope.getByLabel(label, { exact: true })
    if (await isList(field)) await expect(field).toContainText(value || 'Choose…')
    else await expect(field).toHaveValue(value)
  }
}

const ids = Object.values(forms).map((form) => form.ids)

it('each fault of a form is shown at its field, and nothing is lost', tags(ids.join(' ')), async () => {
  for (const { open, submit, call, right, faults } of Object.values(forms)) {
    serveProfile(server)
    server.answer(verifyResetToken, { valid: true, isUsed: false })
    server.answer(agentRequests, [])
    server.answer(communications, [])
    const scope = await open()
    let sent = 0
    for (const [values, label, message, code, field] of faults) {
      if (code) server.refuse(call, code, { field })
      const typed = { ...right, ...values }
      await fillIn(scope, typed)
      await scope.getByRole('button', { name: submit, exact: true }).click()
      const wrong = scope.getByLabel(label, { exact: true })
      await expect(wrong).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', String.raw`\.`)))
      await expect(wrong).toHaveAttribute('aria-invalid', 'true')
      await expect(wrong).toBeFocused()
      await expect(scope.getByText(message, { exact: true }).first()).toBeVisible()
      await expectKept(scope, typed)
      expect(server.asked(call)).toHaveLength(code ? ++sent : sent)
    }
  }
})

it('a form is sent once, however often its button is pressed', async () => {
  const scope = await openPage('/login')()
  server.refuse(login, 'invalid_credentials')
  await fillIn(scope, { Email: 'nobody@example.com', Password: password })
  const release = server.hold(login)
  await scope.getByRole('button', { name: 'Sign In' }).press('Enter')
  // Its name is a different one while it waits.
  const waiting = scope.locator('button[type=submit][aria-busy]')
  await expect(waiting).toBeFocused()
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key)
  await scope.getByRole('textbox').first().press('Enter')
  release()
  await expect(waiting).toHaveCount(0)
  expect(server.asked(login)).toHaveLength(1)
})
