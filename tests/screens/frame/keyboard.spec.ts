import { tagged } from '../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import { freshEmail, password, sql } from '../people.ts'
import { giveSounds } from '../../kit/browser/sounds.ts'
import { agentName, listenOnly, recordedTexts, recordTexts } from '../conversations/voice/talking.ts'
import { whenTakenOver } from '../../kit/browser/watch.ts'

/** Whose conversation plays on the start page. */
const heardAgent = 'Sales Call Coach'

test(
  'from the start page to an ended conversation by keyboard, with the focus visible',
  tagged('S064 S068 S085 S086 S087 D175'),
  async ({ page }) => {
    const email = freshEmail()
    await test.step('hear', () => hear(page))
    await test.step('register', () => register(page, email))
    await test.step('buy', () => buy(page))
    await test.step('find an agent', () => findAgent(page))
    await test.step('talk and end', () => talkAndEnd(page))
    await test.step('go home', () => goHome(page))
    const conversations = await sql(
      'select voice_session.status, end_reason from voice_session join users on users.id = user_id where email = $1',
      [email],
    )
    expect(conversations).toEqual([{ status: 'completed', end_reason: 'user' }])
  },
)

function headingOf(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

async function hear(page: Page) {
  await giveSounds(sql, heardAgent)
  await page.goto('/')
  await whenTakenOver(page)
  await tabTo(page, page.getByRole('button', { name: 'Hear a conversation' }))
  await pressFor(page, 'Enter', page.locator('[data-word=now]').first())
  await pressFor(page, 'Enter', page.getByRole('button', { name: 'Hear a conversation' }))
}

async function register(page: Page, email: string) {
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Get Started' }), 'Shift+Tab')
  await pressFor(page, 'Enter', headingOf(page, 'Create your account'))
  await tabTo(page, page.getByLabel('First name'))
  await page.keyboard.type('Kay')
  await tabTo(page, page.getByLabel('Last name'))
  await page.keyboard.type('Board')
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await pressFor(page, 'Enter', headingOf(page, 'Choose your package'))
}

async function buy(page: Page) {
  await tabTo(page, page.getByRole('radio', { name: /Uplift/ }))
  await pressFor(page, 'ArrowUp', page.getByRole('button', { name: 'Continue to Payment · $17.97' }))
  await expect(page.getByRole('radio', { name: /Launch/ })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Continue to Payment · $17.97' }))
  await pressFor(page, 'Enter', page.getByRole('button', { name: 'Pay $17.97' }))
  await expect(page.getByRole('button', { name: 'Pay $17.97' })).toBeEnabled()
  await tabTo(page, page.getByLabel('Card number'))
  await page.keyboard.type('4242424242424242')
  await tabTo(page, page.getByLabel('Expiration date'))
  await page.keyboard.type('1234')
  await tabTo(page, page.getByLabel('Security code'))
  await page.keyboard.type('123')
  await tabTo(page, page.getByRole('button', { name: 'Pay $17.97' }))
  // The added minutes show only for one second.
  await recordTexts(page, '[role=status]')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => recordedTexts(page))
    .toContainEqual(expect.stringContaining('90 minutes were added to your balance.'))
  await expect(page).toHaveURL('/dashboard')
  await pressFor(page, 'Shift', headingOf(page, 'Your Dashboard'))
}

async function findAgent(page: Page) {
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Marketplace' }))
  await pressFor(page, 'Enter', headingOf(page, 'Agent Marketplace'))
  await tabTo(page, page.getByRole('searchbox', { name: 'Search agents' }))
  await page.keyboard.type(agentName)
  const use = page.getByRole('button', { name: 'Use This Agent' })
  await expect(use).toHaveCount(1)
  await tabTo(page, use)
  await pressFor(page, 'Enter', page.getByRole('dialog').getByText('Ready to connect'))
}

async function talkAndEnd(page: Page) {
  const dialog = page.getByRole('dialog', { name: agentName })
  // A spoken question would push the typed words out of the two lines.
  await listenOnly(page)
  await tabTo(page, dialog.getByRole('checkbox', { name: 'I agree' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Start' }))
  await pressFor(page, 'Enter', dialog.getByRole('timer'))
  const mute = dialog.getByRole('button', { name: 'Mute', exact: true })
  const unmute = dialog.getByRole('button', { name: 'Unmute', exact: true })
  await tabTo(page, mute)
  await pressFor(page, 'Space', unmute)
  await pressFor(page, 'Space', mute)
  await tabTo(page, dialog.getByRole('button', { name: 'Type a message' }))
  await pressFor(page, 'Enter', dialog.getByRole('textbox', { name: 'Message' }))
  await page.keyboard.type('What can I do today?')
  await pressFor(page, 'Enter', dialog.getByRole('log').getByText('What can I do today?'))
  // A conversation in which the agent was never heard counts as failed.
  await expect(dialog.getByText(/^Speaking/)).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await pressFor(page, 'Escape', question)
  await tabTo(page, question.getByRole('button', { name: 'Keep talking' }))
  await pressFor(page, 'Space', dialog.getByRole('timer'))
  await expect(question).toBeHidden()
  // Shorter ones are not charged, and the dashboard does not list them.
  await expect(dialog.getByRole('timer')).toHaveText(/0:1[1-9]|0:[2-5]\d|[1-9]:\d\d/)
  await tabTo(page, dialog.getByRole('button', { name: 'End', exact: true }))
  await pressFor(page, 'Enter', dialog.getByText('Session saved'))
  await tabTo(page, dialog.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Use This Agent' })).toBeFocused()
}

async function goHome(page: Page) {
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Dashboard' }), 'Shift+Tab')
  await pressFor(page, 'Enter', headingOf(page, 'Your Dashboard'))
  await expect(page.getByRole('main')).toContainText(agentName)
}
