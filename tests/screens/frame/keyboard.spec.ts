import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import { enter, expect, page, subscriber, tagged, test } from '#tests/screens.ts'
import { agentName, conversationsOf, listenOnly } from '../conversations/voice/talking.ts'

/** Each screen by itself is walked by keyboard in tests/looks. */

test('a conversation by keyboard, with the focus visible', tagged('S085 S086 S087'), async () => {
  const person = await subscriber()
  await enter(person)
  await page.goto('/marketplace')
  await tabTo(page, page.getByRole('searchbox', { name: 'Search agents' }))
  await page.keyboard.type(agentName)
  const use = page.getByRole('button', { name: 'Use This Agent' })
  await expect(use).toHaveCount(1)
  await tabTo(page, use)
  await pressFor(page, 'Enter', page.getByRole('dialog').getByText('Ready to connect'))

  const dialog = page.getByRole('dialog', { name: agentName })
  await listenOnly()
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
  await expect(use).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Dashboard' }), 'Shift+Tab')
  await pressFor(page, 'Enter', page.getByRole('heading', { level: 1, name: 'Your Dashboard' }))
  await expect(page.getByRole('main')).toContainText(agentName)
  expect(await conversationsOf(person)).toMatchObject([{ status: 'completed', end_reason: 'user' }])
})
