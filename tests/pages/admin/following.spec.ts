import { customer } from '#contract/admin/customers.ts'
import { sendTeamMessage, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { findInboxThread } from '#contract/messages/inbox.ts'
import { checkerNoise } from '../../kit/browser/accessible.ts'
import { adminMe, as, expect, page, server, test } from '#tests/pages.ts'
import { benPage, live, serveCustomers } from './customers/customers.ts'
import { fromBen, grace, question, read, reply, serveMessages } from './messages.ts'

/** What an open page learns by itself. */

test.use({ expectedNoise: checkerNoise })

test('an open conversation follows what colleagues do: its answers, its state, and who has it', async () => {
  let messages: TeamMessage[] = [read]
  let row = fromBen
  const hers = { ...reply, id: grace.id, fromUserId: grace.id, isOwn: false, sender: grace, message: 'I sent it.' }
  as(adminMe)
  serveMessages(server, () => messages)
  server.answer(findInboxThread, () => ({ thread: row, contact: null }))
  server.answer(sendTeamMessage, () => {
    messages = [...messages, { ...reply, createdAt: new Date().toISOString() }]
    return reply
  })
  await page.clock.install()
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Open')
  row = { ...row, state: 'waiting', assignee: grace }
  messages = [read, { ...hers, createdAt: new Date().toISOString() }]
  await page.clock.runFor(10_000)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Waiting')
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveText('Grace Hopper')
  await expect(page.getByText('Grace Hopper answered just now.')).toBeVisible()
  // One's own later answer makes that old news.
  await page.getByLabel('Your message').fill('On your account page.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Grace Hopper answered just now.')).toHaveCount(0)
})

test('nobody talks any longer once a conversation ended by itself', async () => {
  as(adminMe)
  serveCustomers(server)
  const talking = { id: live.id, agentName: live.agentName, person: live.person, startedAt: live.at }
  server.answer(customer, { ...benPage, live: [talking] })
  await page.clock.install()
  await page.goto(`/admin/users/${benPage.id}`)
  await expect(page.getByText('Live now')).toBeVisible()
  server.answer(customer, benPage)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Live now')).toHaveCount(0)
})
