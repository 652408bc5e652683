import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { optionsOf } from './admin-agents.ts'
import { platformAdmin, rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { callAs, enter, registered, sql, type Person } from './people.ts'
import { expectTitle } from '../kit/toasts.ts'
import { closeToasts, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

let count = 0
const readAs = <Answer>(person: Person, path: string) => callAs<Answer>(person, path, undefined, 'GET')
const freshSubject = (what: string) => `${what} ${++count} of ${Date.now()}`

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })

async function compose(page: Page, words: { subject: string; message: string }): Promise<void> {
  await page.getByRole('button', { name: 'New Message' }).click()
  await page.getByLabel('Subject').fill(words.subject)
  await page.getByLabel('Message', { exact: true }).fill(words.message)
}

test('a message to everybody is shown with its number of people before it goes out (S434, S478, S536, S657, D65)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  const subject = freshSubject('News')
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Communications' }).click()
  await expect(page).toHaveURL('/admin?tab=communications')
  await page.getByRole('button', { name: 'New Message' }).click()
  await expect(sendButton(page)).toBeDisabled()
  await page.getByLabel('Subject').fill(subject)
  await expect(sendButton(page)).toBeDisabled()
  await page.getByLabel('Message', { exact: true }).fill('   ')
  await expect(sendButton(page)).toBeDisabled()
  await page.getByLabel('Message', { exact: true }).fill('There is something new.')
  expect(await optionsOf(page, 'Type')).toEqual(['General', 'Announcement', 'Support'])
  expect(await optionsOf(page, 'Priority')).toEqual(['Low', 'Normal', 'High'])
  await choose(page, 'Type', 'Announcement')
  await choose(page, 'Priority', 'High')
  await expectAccessible(page)
  await sendButton(page).click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText(/Send to [\d,]+ people\?/)
  await expect(asking.getByRole('region', { name: 'Preview' })).toContainText(
    `${subject}AnnouncementHigh priorityThere is something new.`,
  )
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(asking).toHaveCount(0)
  expect(await sql('select id from user_communication where subject = $1', [subject])).toEqual([])
  await sendButton(page).click()
  await asking.getByRole('button', { name: 'Send to Everybody' }).click()
  await expectTitle(page, 'Message Sent')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Message' })).toBeFocused()
  await expect(rowsOf(page).filter({ hasText: subject })).toContainText('Everybody')

  // It is there at once, and gone once it is taken back.
  const [message] = await readAs<{ subject: string; priority: string }[]>(ben, '/api/user/communications')
  expect(message).toMatchObject({ subject, messageType: 'announcement', priority: 'high', toUserId: null })
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'There is something new.' })).toContainText('Not read yet')
  await page.getByRole('button', { name: `Withdraw: ${subject}, Ada Reed` }).click()
  await expect(asking).toContainText('disappears for everybody')
  await asking.getByRole('button', { name: 'Withdraw Message' }).click()
  await expect(toastOf(page)).toContainText('Message Withdrawn')
  await expect(page.getByText('There is nothing here')).toBeVisible()
  const left = await readAs<{ subject: string }[]>(ben, '/api/user/communications')
  expect(left.map((one) => one.subject)).not.toContain(subject)
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toBeVisible()
  await expect(rowsOf(page).filter({ hasText: subject })).toHaveCount(0)
})

test('a message to one user: they are found by address, and only they get it (S434, S604)', async ({
  page,
  context,
}) => {
  const [ada, ben, cleo] = [await platformAdmin(), await registered('Ben'), await registered('Cleo')]
  const subject = freshSubject('Hello')
  await enter(context, ada)
  await page.goto('/admin?tab=communications')
  await compose(page, { subject, message: 'How is it going?' })
  await page.getByRole('radio', { name: 'One user' }).click()
  await expect(sendButton(page)).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(ben.email)
  await expect(page.getByText('1 user found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('group', { name: 'User' }).getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Choose Another' })).toBeFocused()
  await sendButton(page).click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText(`Send to Ben Reed?`)
  await asking.getByRole('button', { name: 'Send to One User' }).click()
  await expect(toastOf(page)).toContainText('Message Sent')
  const subjectsOf = async (person: typeof ben) =>
    (await readAs<{ subject: string }[]>(person, '/api/user/communications')).map((one) => one.subject)
  expect(await subjectsOf(ben)).toContain(subject)
  expect(await subjectsOf(cleo)).not.toContain(subject)
})

test('a message that fails stays in its form with the stated words (S629, D161)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const subject = freshSubject('Lost')
  await enter(context, ada)
  await page.goto('/admin?tab=communications')
  const mend = await breakWrites('user_communication', 'insert', ada)
  await compose(page, { subject, message: 'Does it arrive?' })
  const asking = page.getByRole('alertdialog')
  await sendButton(page).click()
  await asking.getByRole('button', { name: 'Send to Everybody' }).click()
  await expect(toastOf(page)).toContainText('Failed to send message')
  await expect(asking).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await mend()
  await closeToasts(page)
  await sendButton(page).click()
  await asking.getByRole('button', { name: 'Send to Everybody' }).click()
  await expect(toastOf(page)).toContainText('Message Sent')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await sql('select id from user_communication where subject = $1', [subject])).toHaveLength(1)
  // It went to everybody, also to the people of the tests after this one.
  await sql('update user_communication set withdrawn_at = now() where subject = $1', [subject])
})

test('what a user writes is found unread, read by opening, answered in its thread and deleted for oneself (S603, D64, D65, D150)', async ({
  page,
  context,
}) => {
  const [ada, bob, ben] = [await platformAdmin(), await platformAdmin('Bob'), await registered('Ben')]
  const subject = freshSubject('Invoice')
  const { id } = await callAs<{ id: string }>(ben, '/api/user/communications', { subject, message: 'Where is it?' })
  await enter(context, ada)
  await page.goto('/admin?tab=communications')
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill(subject)
  await choose(page, 'Filter by box', 'Unread')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Unread:')
  await expect(rowsOf(page)).toContainText(ben.email)
  await expectAccessible(page)
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('link', { name: 'All Communications' })).toBeFocused()
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toHaveCount(1)
  await expect(messages).toContainText('Ben Reed')
  await page.getByLabel('Your message').fill('On your account page.')
  await sendButton(page).click()
  await expect(toastOf(page)).toContainText('Message Sent')
  await expect(messages).toHaveCount(2)
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await expectAccessible(page)
  const mine = await readAs<{ id: string; message: string; inReplyTo: string | null; seenAt: string | null }[]>(
    ben,
    '/api/user/communications',
  )
  expect(mine.find(({ message }) => message === 'On your account page.')).toMatchObject({ inReplyTo: id })
  await expect
    .poll(async () => {
      const all = await readAs<{ id: string; seenAt: string | null }[]>(ben, '/api/user/communications')
      return all.find((one) => one.id === id)?.seenAt
    })
    .toMatch(/Z$/)
  // It is no longer unread for this admin, and still for the other one.
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByText('No conversations found')).toBeVisible()
  await expect(page.getByText('0 conversations')).toBeFocused()
  const unread = `/api/admin/communications?box=unread&search=${encodeURIComponent(subject)}`
  expect(await readAs<unknown[]>(bob, unread)).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await page.getByRole('link', { name: subject }).click()
  for (const left of [1, 0]) {
    await messages
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('button', { name: 'Delete Message' }).click()
    await expect(messages).toHaveCount(left)
  }
  await expect(page.getByText('There is nothing here')).toBeVisible()
  expect(await readAs<unknown[]>(bob, `/api/admin/communications/${id}`)).toHaveLength(2)
})
