import type { Locator } from '@playwright/test'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { updateNames, changeEmail, changePassword } from '#contract/identity/profile.ts'
import { agentRequests, submitRequest } from '#contract/agents/requests.ts'
import type { Page } from '../fixtures.ts'
import { registeredMe, subscriberMe } from '../people.ts'
import { fresh, type FormCase, longPassword, names, notTheOwn, tooCommon, tooLong, tooShort } from './form-cases.ts'
import { openProfile, password, serveProfile } from './identity.ts'

/** Opens the dialog behind a button of the profile. */
async function openDialog(page: Page, button: string, title: string): Promise<Locator> {
  await openProfile(page)
  await page.getByRole('button', { name: button }).click()
  return page.getByRole('dialog', { name: title, exact: true })
}

/** The forms of signed-in people. */
export const memberForms: FormCase[] = [
  {
    name: 'names (D12, D25)',
    open: async ({ page, server, as }) => {
      as(registeredMe)
      serveProfile(server)
      await openProfile(page)
      return page.getByRole('main')
    },
    submit: 'Save Name',
    call: updateNames,
    right: names,
    wrong: [
      [{ 'First name': '  ' }, 'First name', 'First name is required'],
      [{ 'Last name': '' }, 'Last name', 'Last name is required'],
      [{ 'Last name': 'n'.repeat(101) }, 'Last name', 'Please use at most 100 characters'],
    ],
    answer: (server) => server.answer(updateNames, { ...registeredMe, firstName: 'Vera', lastName: 'Visitor' }),
  },
  {
    name: 'another address (D12, D25)',
    open: ({ page, server, as }) => {
      as(registeredMe)
      serveProfile(server)
      return openDialog(page, 'Change Email', 'Change your email')
    },
    submit: 'Send Link',
    call: changeEmail,
    right: { 'New email': 'vera@example.com', 'Current password': password },
    wrong: [
      [{ 'New email': '' }, 'New email', 'Email is required'],
      [{ 'New email': 'new' }, 'New email', 'Valid email is required'],
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'Current password': longPassword }, 'Current password', tooLong],
    ],
    refused: [
      {
        fault: [{ 'New email': registeredMe.email }, 'New email', 'This is already your email address.'],
        refuse: (server) => server.refuse(changeEmail, 'same_email', { field: 'email' }),
      },
      {
        fault: [{ 'Current password': 'wrong-horse-1' }, 'Current password', notTheOwn],
        refuse: (server) => server.refuse(changeEmail, 'wrong_password', { field: 'currentPassword' }),
      },
    ],
    answer: (server) => server.answer(changeEmail, { success: true }),
  },
  {
    name: 'another password (D11, D25)',
    open: ({ page, server, as }) => {
      as(registeredMe)
      serveProfile(server)
      return openDialog(page, 'Change Password', 'Change your password')
    },
    submit: 'Save Password',
    call: changePassword,
    right: { 'Current password': password, 'New password': fresh, 'Repeat new password': fresh },
    wrong: [
      [{ 'Current password': '' }, 'Current password', 'Your current password is required'],
      [{ 'New password': '' }, 'New password', 'Password is required'],
      [{ 'New password': 'seven-7', 'Repeat new password': 'seven-7' }, 'New password', tooShort],
      [{ 'Repeat new password': '' }, 'Repeat new password', 'Please repeat the new password'],
      [{ 'Repeat new password': 'another-horse-9' }, 'Repeat new password', 'Passwords do not match'],
    ],
    refused: [
      {
        fault: [{ 'Current password': 'wrong-horse-1' }, 'Current password', notTheOwn],
        refuse: (server) => server.refuse(changePassword, 'wrong_password', { field: 'currentPassword' }),
      },
      {
        fault: [{ 'New password': 'password123', 'Repeat new password': 'password123' }, 'New password', tooCommon],
        refuse: (server) => server.refuse(changePassword, 'common_password', { field: 'newPassword' }),
      },
    ],
    answer: (server) => server.answer(changePassword, { success: true }),
  },
  {
    name: 'a request (S187, S188)',
    open: async ({ page, server, as }) => {
      as(subscriberMe)
      server.answer(agentRequests, [])
      await page.goto('/dashboard/requests')
      await page.getByRole('button', { name: 'Submit Request' }).first().click()
      return page.getByRole('dialog', { name: 'Request New Agent' })
    },
    submit: 'Submit Request',
    call: submitRequest,
    right: { 'Agent name': 'Coach', Description: 'Plays a buyer.', 'Use case': 'Other', Priority: 'High' },
    wrong: [
      // Lists first, because their choices cannot be undone.
      [{ 'Use case': '', Priority: '' }, 'Use case', 'Please choose a use case'],
      [{ Priority: '' }, 'Priority', 'Please choose a priority'],
      [{ 'Agent name': ' ', Description: '' }, 'Agent name', 'Agent name is required'],
      [{ Description: '  ' }, 'Description', 'Description is required'],
    ],
    answer: (server) =>
      server.answer(submitRequest, {
        id: '6c2d0b11-0001-4a61-8f0e-6f2f3b1c0001',
        userId: subscriberMe.id,
        agentName: 'Coach',
        description: 'Plays a buyer.',
        useCase: 'Other',
        priority: 'high',
        status: 'received',
        agentId: null,
        history: [{ status: 'received', note: null, changedAt: '2026-11-22T08:00:00.000Z' }],
        createdAt: '2026-11-22T08:00:00.000Z',
        updatedAt: '2026-11-22T08:00:00.000Z',
      }),
  },
  {
    name: 'a message to the admins (S191)',
    open: async ({ page, server, as }) => {
      as(subscriberMe)
      server.answer(communications, [])
      await page.goto('/dashboard/messages')
      await page.getByRole('button', { name: 'Contact Admin' }).first().click()
      return page.getByRole('dialog', { name: 'Contact Admin' })
    },
    submit: 'Send Message',
    call: sendMessage,
    right: { Subject: 'Invoice', Message: 'Where is it?' },
    wrong: [
      [{ Subject: '' }, 'Subject', 'Subject is required'],
      [{ Message: '   ' }, 'Message', 'Message is required'],
    ],
    answer: (server) =>
      server.answer(sendMessage, {
        id: '6c2d0b11-0002-4a61-8f0e-6f2f3b1c0001',
        fromUserId: subscriberMe.id,
        audience: 'admins',
        toUserId: null,
        subject: 'Invoice',
        message: 'Where is it?',
        messageType: 'general',
        priority: 'normal',
        isRead: false,
        isOwn: true,
        isUnread: false,
        inReplyTo: null,
        seenAt: null,
        createdAt: '2026-11-22T08:00:00.000Z',
      }),
  },
]
