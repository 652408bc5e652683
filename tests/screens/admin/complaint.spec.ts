import { rowsOf } from '../../kit/browser/admin.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { platformAdmin } from './admin.ts'
import { addPastSession } from '../conversations/past-conversations.ts'
import { expect, test } from '../fixtures.ts'
import { callAs, enter, sql, subscriber } from '../people.ts'

interface Message {
  message: string
  inReplyTo: string | null
}

test('“I was charged for a conversation that never started”: credited and answered with four clicks on one screen (D64, D66, D153)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const [agent] = await sql<{ name: string }>('select name from agent where is_active and not is_private limit 1')
  await addPastSession(ben, { agent: agent?.name ?? '', seconds: 41 })
  const balanceOf = async () =>
    (
      await sql<{ ms: number }>('select (monthly_ms + purchased_ms)::int as ms from account where id = $1', [
        ben.accountId,
      ])
    )[0]?.ms ?? 0
  const before = await balanceOf()
  const subject = `Charged for nothing ${Date.now()}`
  const { id } = await callAs<{ id: string }>(ben, '/api/user/communications', {
    subject,
    message: 'I was charged for a conversation that never started.',
  })
  await enter(context, ada)
  await page.goto(`/admin?tab=communications&q=${encodeURIComponent(subject)}`)
  await expect(rowsOf(page)).toHaveCount(1)
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    clicks++
    await page.getByRole(role, { name }).click()
  }
  await click('link', subject)
  const address = page.url()
  const lines = page.getByRole('list', { name: 'Last conversations and payments' })
  await expect(lines.getByRole('listitem').filter({ hasText: agent?.name ?? '' })).toBeVisible()
  await click('button', 'Credit 0:41 back')
  await expect(page.getByRole('textbox', { name: 'Time' })).toHaveValue('0:41')
  await click('button', 'Credit Back')
  const reply = page.getByLabel('Your message')
  await expect(reply).toHaveValue(/^Hi Ben,[^]*We’ve credited 0:41 of talk time back/)
  await click('button', 'Send Message')
  await expect(toastOf(page)).toContainText('Message Sent')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Waiting')
  expect([clicks, page.url().split('#')[0]]).toEqual([4, address])

  expect(await balanceOf()).toBe(before + 41_000)
  expect(
    await sql('select amount_ms::int as amount from entry where account_id = $1 order by seq desc limit 1', [
      ben.accountId,
    ]),
  ).toEqual([{ amount: 41_000 }])
  const own = await callAs<Message[]>(ben, '/api/user/communications', undefined, 'GET')
  expect(own.find(({ inReplyTo }) => inReplyTo === id)?.message).toContain('0:41')
  const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [ada.id])
  expect(acts.map(({ action }) => action)).toEqual([expect.stringContaining('credit'), 'message.send'])

  await context.clearCookies()
  await enter(context, ben)
  await page.goto('/dashboard/messages')
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('main')).toContainText('We’ve credited 0:41 of talk time back to you')
  // 41 seconds, in minutes.
  await page.goto('/account/minutes')
  await expect(page.getByRole('main')).toContainText('+0.68')
})
