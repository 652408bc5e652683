import { tagged } from '../../kit/tags.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { platformAdmin } from './admin.ts'
import { expect, test } from '../fixtures.ts'
import { callAs, enter, type Person, registered } from '../people.ts'

const readAs = <Answer>(person: Person, path: string) => callAs<Answer>(person, path, undefined, 'GET')

interface Message {
  id: string
  subject: string
  message: string
  priority: string
  inReplyTo: string | null
  seenAt: string | null
}

test(
  'an admin answers a user and writes to everybody, and people lose what is withdrawn',
  tagged('gate S434 S603 S604 D64 D65'),
  async ({ page, context }) => {
    const [ada, bob, ben] = [await platformAdmin(), await platformAdmin('Bob'), await registered('Ben')]
    const mailOf = () => readAs<Message[]>(ben, '/api/user/communications')
    const subject = `Invoice of ${Date.now()}`
    const { id } = await callAs<{ id: string }>(ben, '/api/user/communications', { subject, message: 'Where is it?' })
    await enter(context, ada)
    await page.goto('/admin?tab=communications')
    await page.getByRole('searchbox', { name: 'Search threads' }).fill(subject)
    await choose(page, 'Filter by box', 'Unread')
    await expect(rowsOf(page)).toHaveCount(1)
    await page.getByRole('link', { name: subject }).click()
    await page.getByLabel('Your message').fill('On your account page.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(toastOf(page)).toContainText('Message Sent')
    const mine = await mailOf()
    expect(mine.find(({ message }) => message === 'On your account page.')).toMatchObject({ inReplyTo: id })
    await expect.poll(async () => (await mailOf()).find((one) => one.id === id)?.seenAt).toMatch(/Z$/)
    // It is no longer unread for this admin, but still for the other one.
    await page.getByRole('link', { name: 'All Communications' }).click()
    await expect(page.getByText('No threads found')).toBeVisible()
    const unread = `/api/admin/communications?box=unread&search=${encodeURIComponent(subject)}`
    expect(await readAs<unknown[]>(bob, unread)).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await closeToasts(page)

    const news = `News of ${Date.now()}`
    await page.getByRole('button', { name: 'New Message' }).click()
    await page.getByLabel('Subject').fill(news)
    await page.getByLabel('Message', { exact: true }).fill('There is something new.')
    await choose(page, 'Priority', 'High')
    await page.getByRole('button', { name: 'Send Message' }).click()
    const asking = page.getByRole('alertdialog')
    await asking.getByRole('button', { name: 'Send to Everyone' }).click()
    await expectTitle(page, 'Message Sent')
    expect((await mailOf())[0]).toMatchObject({ subject: news, priority: 'high' })
    await page.getByRole('link', { name: news }).click()
    await page.getByRole('button', { name: `Withdraw: ${news}, Ada Reed` }).click()
    await asking.getByRole('button', { name: 'Withdraw Message' }).click()
    await expect(page.getByText('There is nothing here')).toBeVisible()
    expect((await mailOf()).map((one) => one.subject)).not.toContain(news)
  },
)
