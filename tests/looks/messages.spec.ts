import { mailStop } from '#contract/messages/mail-stops.ts'
import { expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { fromMe, fromTeam, serveInbox } from '../pages/messages/inbox.ts'
import { looksOf } from './look.ts'

const question = fromMe('Invoice', 'Where is it?', 3)
const answer = { ...fromTeam('Invoice', 1), message: 'On your account page.', inReplyTo: question.id }

const looks = looksOf('messages', {
  '/messages': {
    me: subscriberMe,
    serve: () => serveInbox(server, subscriberMe, []),
    title: 'Your Messages',
    ready: () => expect(page.getByText('No messages yet')).toBeVisible(),
  },
  '/dashboard/messages': {
    me: subscriberMe,
    serve: () =>
      serveInbox(server, subscriberMe, [question, answer, { ...fromTeam('Two', 2), isRead: true, isUnread: false }]),
    title: 'Your Messages',
    ready: () => expect(page.getByText('Invoice').first()).toBeVisible(),
    states: {
      'a thread': async () => {
        await page.goto(`/dashboard/messages?thread=${question.id}`)
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
      },
      deleting: async () => {
        await page
          .getByRole('button', { name: /^Delete/ })
          .first()
          .click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
      'a new one': async () => {
        await page.getByRole('button', { name: 'Keep Message' }).click()
        await page.getByRole('button', { name: 'Contact Admin' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
  },
  '/mails/stop': {
    at: '/mails/stop?token=secret',
    serve: () => server.answer(mailStop, { kind: 'steps_due', isStopped: false }),
    title: 'Stop these emails?',
    ready: () => expect(page.getByRole('button', { name: 'Stop Emails' })).toBeVisible(),
  },
})

for (const look of looks) test(...look)
