import { msToMinutes, formatMinutes } from '#contract/amounts.ts'
import { choose } from '../../kit/browser/organization-choosing.ts'
import { fillContact, submitButton } from '../../kit/browser/organization-registering.ts'
import * as luna from '#tests/screens.ts'
import { closeToasts, expect, freshEmail, page, password, sql, tagged, test, toastOf } from '#tests/screens.ts'
import { listenOnly } from '../conversations/voice/talking.ts'

/** The whole story of an organization, each person with a browser of their own. */

const firmName = 'Acme & Sons'
const secretWords = 'Our margin on the harbor project is eleven percent.'
/** Bought with the growth package. */
const poolMs = 1000 * 60_000
const settings = { baseURL: luna.url, permissions: ['microphone'] }

test.slow()

const talking = 'gate S315 S316 S447 D135'
test('a visitor buys an organization and invites two; the pool pays for talk', tagged(talking), async ({ browser }) => {
  const [owner, talker, other] = [freshEmail(), freshEmail(), freshEmail()]
  await buy(owner)
  await expect(tile('Credit Balance')).toContainText('1,000')

  await page.getByRole('tab', { name: 'Users' }).click()
  await inviteByForm(talker, 'Tara', 'Talker')
  await inviteByForm(other, 'Otto', 'Other')
  const talkersPage = await join(await browser.newPage(settings), talker)
  const othersPage = await join(await browser.newPage(settings), other)
  await expect(talkersPage.getByText('No agents available')).toBeVisible()

  await page.getByRole('tab', { name: 'AI Agents' }).click()
  await page.getByRole('button', { name: 'Add Agents' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Agents' })
  await adding.getByRole('searchbox', { name: 'Search agents' }).fill('Mindset Coach')
  await adding.getByRole('checkbox', { name: 'Mindset Coach' }).click()
  await adding.getByRole('button', { name: 'Add 1 Selected' }).click()
  await expect(page.getByRole('list', { name: 'Assigned agents' })).toContainText('Mindset Coach')

  await talk(talkersPage)
  const charged = await chargedOf(talker)
  const left = `${formatMinutes(msToMinutes(poolMs - charged.chargedMs))} credits`
  await expect(talkersPage.getByRole('banner')).toContainText(left)
  await othersPage.reload()
  await expect(othersPage.getByRole('banner')).toContainText(left)

  await page.reload()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(tile('Credit Balance')).toContainText(formatMinutes(msToMinutes(poolMs - charged.chargedMs)))
  await page.getByRole('tab', { name: 'Usage Analytics' }).click()
  await expect(page.getByRole('list', { name: 'Minutes per member' }).getByRole('listitem')).toHaveText([/Tara Talker/])
  await expect(page.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')).toHaveText([
    /Mindset Coach/,
  ])
  // Who, which agent, when and how long, and never a word of it.
  expect((await page.request.get(`/api/user/sessions/${charged.sessionId}/transcript`)).status()).toBe(404)
  const answers = await Promise.all(
    ['dashboard', 'usage', 'sessions', 'messages', 'members'].map(async (call) =>
      (await page.request.get(`/api/organization/${call}`)).text(),
    ),
  )
  expect(answers.join('\n')).not.toContain('harbor project')
  expect(answers.join('\n')).toContain('Mindset Coach')
})

const tile = (label: string) => page.getByRole('main').locator('dl > div').filter({ hasText: label })

/** Goes from the selling page to the dashboard of what was bought. */
async function buy(email: string): Promise<void> {
  await page.goto('/organization-info')
  await luna.whenTakenOver(page)
  await page.getByRole('main').getByRole('link', { name: 'Calculate Your Price' }).click()
  await choose(page, { users: 5, minutes: /^Growth/, build: /^Single agent/, agents: 1, optimization: true, app: true })
  await page.getByRole('link', { name: 'Start Registration' }).click()
  await fillContact(page, email)
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  const pay = page.getByRole('button', { name: 'Pay $1,419.00' })
  await expect(pay).toBeEnabled()
  await luna.fillCard(page, '4242 4242 4242 4242')
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  await expect(page.getByRole('heading', { level: 1, name: firmName })).toBeVisible()
}

async function inviteByForm(email: string, firstName: string, lastName: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Invite a member' })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('First name').fill(firstName)
  await form.getByLabel('Last name').fill(lastName)
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOf(page)).toContainText('Invitation Sent')
  await closeToasts(page)
}

/** Goes from the mail to the dashboard, in a browser of their own. */
async function join(page: luna.Page, email: string): Promise<luna.Page> {
  await page.goto(await luna.mailedLink(luna.url, email, 'You are invited to join an organization on Luna'))
  await page.getByRole('link', { name: `Join ${firmName}` }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/organization-dashboard')
  return page
}

/** Talks longer than the ten free seconds; the transcript is kept by the person who talked. */
async function talk(page: luna.Page): Promise<void> {
  await page.reload()
  await page
    .getByRole('article', { name: 'Mindset Coach' })
    .getByRole('button', { name: /^Use This Agent/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Ready to connect')
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  // A spoken question would push the typed words out of the two lines.
  await listenOnly(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await luna.typeMessage(dialog, secretWords)
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toContainText('harbor project')
  await expect(dialog.getByRole('timer')).toHaveText(/0:1[2-9]|0:[2-5]\d|[1-9]:\d\d/, { timeout: 30_000 })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(dialog).toContainText('Transcript kept until')
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Checks that the pool paid what the gateway measured, to the second. */
async function chargedOf(email: string): Promise<{ sessionId: string; chargedMs: number }> {
  const rows = await sql<{ id: string; used: number; charged: number; pool: number; booked: number }>(
    `select voice_session.id, used_ms::int as used, charged_ms::int as charged,
       (monthly_ms + purchased_ms)::int as pool,
       (select sum(amount_ms)::int from entry where account_id = account.id) as booked
     from voice_session join users on users.id = user_id join account on account.id = account_id
     where email = $1 and account.organization_id is not null`,
    [email],
  )
  expect(rows).toHaveLength(1)
  const [row] = rows
  if (!row) throw new Error('no conversation')
  expect(row.charged).toBe(Math.floor(row.used / 1000) * 1000)
  expect(row.charged).toBeGreaterThanOrEqual(12_000)
  expect(row.pool).toBe(poolMs - row.charged)
  expect(row.booked).toBe(row.pool)
  return { sessionId: row.id, chargedMs: row.charged }
}
