import { sendTeamMessage, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { grace, question, read, reply, serveMessages } from '#tests/pages/admin/messages.ts'
import { adminMe, as, expect, it, page, server, tags } from '#tests/components.ts'
import { sendButton } from '#tests/components/admin/panel.ts'

/** What colleagues do in an open conversation. */

it('an answer that another admin has sent shows before one’s own is sent', tags('D187'), async () => {
  let messages: TeamMessage[] = [read]
  as(adminMe)
  serveMessages(server, () => messages)
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await page.getByLabel('Your message').fill('On your account page.')
  const hers = { ...reply, id: grace.id, fromUserId: grace.id, isOwn: false, sender: grace, message: 'I sent it.' }
  server.refuse(sendTeamMessage, 'changed_meanwhile')
  messages = [read, { ...hers, createdAt: new Date().toISOString() }]
  await sendButton().click()
  await expect(page.getByText('Grace Hopper answered just now. Your answer was not sent.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('I sent it.')
  await expect(page.getByLabel('Your message')).toHaveValue('On your account page.')
  server.answer(sendTeamMessage, reply)
  await page.getByRole('button', { name: 'Answer and Close' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await expect
    .poll(() => server.asked(sendTeamMessage).map(({ body }) => [body.seenId, body.close]))
    .toEqual([
      [question.id, false],
      [grace.id, true],
    ])
})
