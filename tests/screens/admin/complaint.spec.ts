import { tagged } from '../../kit/tags.ts'
import { rowsOf } from '../../kit/browser/admin.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { platformAdmin } from './admin.ts'
import { addPastSession } from '../conversations/past-conversations.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { callAs, enter, type Person, sql, subscriber } from '../people.ts'

interface Message {
  message: string
  inReplyTo: string | null
}

const minutesBack = 'We’ve credited 0:41 of talk time back'

test(
  'a colleague in support credits a silent conversation and answers with four clicks',
  tagged('D64 D66 D142 D153'),
  async ({ page, context }) => {
    const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
    await sql("update users set role = 'user', staff_role = 'support' where id = $1", [ada.id])
    const [agent] = await sql<{ name: string }>('select name from agent where is_active and not is_private limit 1')
    const agentName = agent?.name ?? ''
    await addPastSession(ben, { agent: agentName, seconds: 41, isUnheard: true })
    const before = await balanceOf(ben)
    const subject = `Charged for nothing ${Date.now()}`
    const { id } = await callAs<{ id: string }>(ben, '/api/user/communications', {
      subject,
      message: 'I was charged for a conversation, and I heard nothing.',
    })
    await enter(context, ada)
    await page.goto(`/admin?tab=communications&q=${encodeURIComponent(subject)}`)
    await expect(rowsOf(page)).toHaveCount(1)
    expect(await creditAndAnswer(page, subject, agentName)).toBe(4)

    expect(await balanceOf(ben)).toBe(before + 41_000)
    expect(
      await sql('select amount_ms::int as amount from entry where account_id = $1 order by seq desc limit 1', [
        ben.accountId,
      ]),
    ).toEqual([{ amount: 41_000 }])
    const own = await callAs<Message[]>(ben, '/api/user/communications', undefined, 'GET')
    expect(own.find(({ inReplyTo }) => inReplyTo === id)?.message).toContain(minutesBack)
    const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [ada.id])
    expect(acts.map(({ action }) => action)).toEqual([expect.stringContaining('credit'), 'message.send'])

    await context.clearCookies()
    await enter(context, ben)
    await page.goto('/dashboard/messages')
    await page.getByRole('link', { name: subject }).click()
    await expect(page.getByRole('main')).toContainText(minutesBack)
    // 41 seconds, in minutes.
    await page.goto('/account/minutes')
    await expect(page.getByRole('main')).toContainText('+0.68')
  },
)

async function balanceOf({ accountId }: Person): Promise<number> {
  const [account] = await sql<{ ms: number }>(
    'select (monthly_ms + purchased_ms)::int as ms from account where id = $1',
    [accountId],
  )
  return account?.ms ?? 0
}

/** From the list of messages to the sent answer, on one screen. Returns the clicks that it took. */
async function creditAndAnswer(page: Page, subject: string, agentName: string): Promise<number> {
  let clicks = 0
  const click = async (role: 'link' | 'button', name: string) => {
    clicks++
    await page.getByRole(role, { name }).click()
  }
  await click('link', subject)
  const address = page.url()
  const lines = page.getByRole('list', { name: 'Last conversations and payments' })
  await expect(lines.getByRole('listitem').filter({ hasText: agentName })).toBeVisible()
  await click('button', 'Credit 0:41 back')
  await expect(page.getByRole('textbox', { name: 'Time' })).toHaveValue('0:41')
  await click('button', 'Credit Back')
  await expect(page.getByLabel('Your message')).toHaveValue(new RegExp(`^Hi Ben,[^]*${minutesBack}`))
  await click('button', 'Send Message')
  await expect(toastOf(page)).toContainText('Message Sent')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Waiting')
  expect(page.url().split('#')[0]).toBe(address)
  return clicks
}
