import { formatDuration, spellDuration } from '#contract/amounts.ts'
import { giveSounds, readPlayer, readWords, watchPlayers } from '../../kit/browser/sounds.ts'
import * as luna from '#tests/screens.ts'
import { expect, page, sql, tagged, test, whenTakenOver } from '#tests/screens.ts'
import { audibleLevel, outputLevel, tapOutput } from '../conversations/voice/output-level.ts'
import { idOfAgent } from '../conversations/voice/talking.ts'

/** The agent of the hero's conversation. */
const heard = 'Sales Call Coach'

const mainJob = 'gate S064 S065 S066 S067 S068 S069 S085 S086 S087 S162 S163 S164 D70 D175'
test('a visitor hears Luna, registers, pays, talks, and is charged to the second', tagged(mainJob), async () => {
  const email = `visitor${Date.now()}@example.com`
  // The one story from beginning to end with all motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await watchPlayers(page)
  await giveSounds(sql, heard)
  await tapOutput()
  await page.goto('/')
  await hear()
  await page.getByRole('link', { name: 'Sign Up to Talk' }).click()
  await register(email)
  await luna.fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $27.97' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('banner')).toContainText('150 minutes')

  const first = page.getByRole('region', { name: 'Who do you want to talk to first?' })
  await first.getByRole('button', { name: 'Myself' }).click()
  const chosen = first.getByRole('listitem').first()
  const agent = (await chosen.locator('.font-semibold').textContent()) ?? ''
  await chosen.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await talk(dialog)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expect.poll(() => outputLevel()).toBeLessThan(audibleLevel)

  const seconds = await chargedSeconds(email)
  await expect(dialog).toContainText(`${spellDuration(seconds)} with ${agent}`)
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(dialog).toContainText('Transcript kept until')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const minutes = (150 * 60 - seconds) / 60
  const shown = Number.isInteger(minutes) ? String(minutes) : (Math.round(minutes * 100) / 100).toFixed(2)
  await expect(page.getByRole('banner')).toContainText(`${shown} minutes`)
  await page.goto('/')
  await page.waitForURL('**/marketplace')
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()
  const sessions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Sessions' }) })
  await expect(sessions.getByRole('listitem')).toContainText([agent])
  await expect(sessions).toContainText(`${formatDuration(seconds)} charged`)
})

/** Hears the hero's conversation and, on an agent's own page, how it greets. */
async function hear(): Promise<void> {
  await whenTakenOver(page)
  await page.getByRole('button', { name: 'Hear a conversation' }).click()
  await expect.poll(async () => (await readPlayer(page)).seconds).toBeGreaterThan(1)
  await expect.poll(async () => (await readWords(page)).length).toBeGreaterThan(3)
  await page.goto(`/agents/${await idOfAgent(heard)}`)
  await whenTakenOver(page)
  await page.getByRole('button', { name: `Hear ${heard}`, exact: true }).click()
  await expect.poll(async () => (await readPlayer(page)).seconds).toBeGreaterThan(1)
}

async function register(email: string): Promise<void> {
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Last name').fill('Visitor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(luna.password)
  await page.getByRole('button', { name: /^(continue|create account|next)/i }).click()
  await expect(page.getByRole('radio', { name: /uplift/i })).toBeChecked()
  await page.getByRole('button', { name: /\$27\.97/ }).click()
}

/** Hears the greeting, is understood by voice, interrupts by typing, muted except for the question. */
async function talk(dialog: luna.Locator): Promise<void> {
  await expect(dialog).toContainText('Ready to connect')
  await dialog.getByRole('checkbox', { name: 'I agree' }).check()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  // The recorded question repeats; unmuted, it would interrupt an answer that is late, and the next one.
  const mute = dialog.getByRole('button', { name: 'Mute', exact: true })
  await mute.click()
  await expect.poll(() => outputLevel(), { intervals: [20] }).toBeGreaterThan(audibleLevel)
  await dialog.getByRole('button', { name: 'Unmute' }).click()
  const log = dialog.getByRole('log', { name: 'Transcript' })
  // The name of the speaker, not the word in a caption.
  const you = log.getByText('You', { exact: true }).and(page.locator(':not([data-word])'))
  await expect(you).toBeVisible({ timeout: 30_000 })
  await mute.click()

  await expect.poll(() => outputLevel(), { intervals: [20] }).toBeGreaterThan(audibleLevel)
  await luna.typeMessage(dialog, 'What should I do first?')
  await expect.poll(() => outputLevel(), { intervals: [10] }).toBeLessThan(audibleLevel)
  await expect(log).toContainText('What should I do first?')
  await expect.poll(() => outputLevel(), { intervals: [20] }).toBeGreaterThan(audibleLevel)
  // Longer than the ten free seconds.
  await expect(dialog.getByRole('timer')).toHaveText(/0:1[2-9]|0:[2-5]\d|[1-9]:\d\d/, { timeout: 30_000 })
}

/** Compares what the gateway measured with what the ledger booked. */
async function chargedSeconds(email: string): Promise<number> {
  const session = await row<{ id: string; used_ms: string; charged_ms: string; account_id: string; status: string }>(
    'select voice_session.* from voice_session join users on users.id = user_id where email = $1',
    [email],
  )
  const seconds = Number(session.charged_ms) / 1000
  expect(session.status).toBe('completed')
  expect(seconds).toBe(Math.floor(Number(session.used_ms) / 1000))
  expect(seconds).toBeGreaterThanOrEqual(12)
  const account = await row<{ balance: string; entries: string }>(
    `select monthly_ms + purchased_ms as balance,
      (select sum(amount_ms) from entry where account_id = account.id) as entries from account where id = $1`,
    [session.account_id],
  )
  expect(Number(account.balance)).toBe(150 * 60_000 - seconds * 1000)
  expect(account.entries).toBe(account.balance)
  const entry = await row<{ amount_ms: string }>('select amount_ms from entry where ref = $1', [session.id])
  expect(Number(entry.amount_ms)).toBe(-seconds * 1000)
  return seconds
}

async function row<Row extends Record<string, unknown>>(text: string, values: unknown[]): Promise<Row> {
  const [found] = await sql<Row>(text, values)
  if (!found) throw new Error(`no row: ${text}`)
  return found
}
