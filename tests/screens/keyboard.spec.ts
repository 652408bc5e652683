import type { Locator } from '@playwright/test'
import { addMessage } from '../messages.ts'
import { cardOf, openAccount } from './account.ts'
import { expect, test, type Page } from './fixtures.ts'
import { pressFor, tabTo } from '../kit/keyboard.ts'
import { callAs, enter, freshEmail, password, registered, sql, subscriber } from './people.ts'
import { agentName, recordedTexts, recordTexts } from './talking.ts'
import { toastOf, whenTakenOver } from '../kit/watch.ts'

test('from the start page to the end of a talk with the keyboard alone, the focus always in sight (S064, S068, S085-S087)', async ({
  page,
}) => {
  const { keyboard } = page
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const email = freshEmail()

  await test.step('register', async () => {
    await page.goto('/')
    await whenTakenOver(page)
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Get Started' }))
    await pressFor(page, 'Enter', heading('Create your account'))
    await tabTo(page, page.getByLabel('First name'))
    await keyboard.type('Kay')
    await tabTo(page, page.getByLabel('Last name'))
    await keyboard.type('Board')
    await tabTo(page, page.getByLabel('Email', { exact: true }))
    await keyboard.type(email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await keyboard.type(password)
    await pressFor(page, 'Enter', heading('Choose your package'))
  })

  await test.step('buy', async () => {
    await tabTo(page, page.getByRole('radio', { name: /Uplift/ }))
    await pressFor(page, 'ArrowUp', page.getByRole('button', { name: 'Continue to Payment · $17.97' }))
    await expect(page.getByRole('radio', { name: /Launch/ })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Continue to Payment · $17.97' }))
    await pressFor(page, 'Enter', page.getByRole('button', { name: 'Pay $17.97' }))
    await expect(page.getByRole('button', { name: 'Pay $17.97' })).toBeEnabled()
    await tabTo(page, page.getByLabel('Card number'))
    await keyboard.type('4242424242424242')
    await tabTo(page, page.getByLabel('Expiration date'))
    await keyboard.type('1234')
    await tabTo(page, page.getByLabel('Security code'))
    await keyboard.type('123')
    await tabTo(page, page.getByRole('button', { name: 'Pay $17.97' }))
    // What was added stands for one second alone.
    await recordTexts(page, '[role=status]')
    await keyboard.press('Enter')
    await expect
      .poll(() => recordedTexts(page))
      .toContainEqual(expect.stringContaining('90 minutes were added to your balance.'))
    await expect(page).toHaveURL('/dashboard')
    await pressFor(page, 'Shift', heading('Your Dashboard'))
  })

  await test.step('find an agent', async () => {
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Marketplace' }))
    await pressFor(page, 'Enter', heading('Agent Marketplace'))
    await tabTo(page, page.getByRole('searchbox', { name: 'Search agents' }))
    await keyboard.type(agentName)
    const use = page.getByRole('button', { name: 'Use This Agent' })
    await expect(use).toHaveCount(1)
    await tabTo(page, use)
    await pressFor(page, 'Enter', page.getByRole('dialog').getByText('Ready to connect'))
  })

  await test.step('talk and end', async () => {
    const dialog = page.getByRole('dialog', { name: agentName })
    await tabTo(page, dialog.getByRole('checkbox', { name: 'I agree' }))
    await keyboard.press('Space')
    await tabTo(page, dialog.getByRole('button', { name: 'Start' }))
    await pressFor(page, 'Enter', dialog.getByRole('timer'))
    await tabTo(page, dialog.getByRole('textbox', { name: 'Message' }))
    await keyboard.type('What can I do today?')
    await pressFor(page, 'Enter', dialog.getByRole('log').getByText('What can I do today?'))
    // A talk in which the agent was never heard counts as failed.
    await expect(dialog.getByText(/^Speaking/)).toBeVisible()
    const question = page.getByRole('alertdialog', { name: 'End session?' })
    await pressFor(page, 'Escape', question)
    await tabTo(page, question.getByRole('button', { name: 'Keep talking' }))
    await pressFor(page, 'Space', dialog.getByRole('timer'))
    await expect(question).toBeHidden()
    await tabTo(page, dialog.getByRole('button', { name: 'End', exact: true }))
    await pressFor(page, 'Enter', dialog.getByText('Session saved'))
    await tabTo(page, dialog.getByRole('button', { name: 'Done' }))
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Use This Agent' })).toBeFocused()
  })
  const talks = await sql(
    'select voice_session.status, end_reason from voice_session join users on users.id = user_id where email = $1',
    [email],
  )
  expect(talks).toEqual([{ status: 'completed', end_reason: 'user' }])
})

test.describe('an act whose button goes or changes keeps the focus', () => {
  /** Presses a button by the keyboard, as somebody does who has come to it by Tab. */
  const act = async (page: Page, button: Locator, outcome: Locator) => {
    await button.focus()
    await pressFor(page, 'Enter', outcome)
  }
  const named = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })

  test('at the marketplace and the checkout (S168, S091)', async ({ page, context }) => {
    await enter(context, await subscriber())
    await page.goto('/marketplace')
    const locked = page.getByRole('article').filter({ has: named(page, 'Unlock Agent') })
    const name = await locked.first().getByRole('heading').innerText()
    const card = page.getByRole('article', { name })
    await act(page, named(card, 'Unlock Agent'), named(card, 'Use This Agent'))
    const search = page.getByRole('searchbox', { name: 'Search agents' })
    await search.fill('zzzz')
    await act(page, named(page, 'Clear Filters'), card)
    await page.goto('/checkout')
    await act(page, page.getByRole('button', { name: 'Choose Launch' }), named(page, 'Pay $15.00'))
    await act(page, named(page, 'Back to Plans'), page.getByRole('button', { name: 'Choose Launch' }))
  })

  test('at the account (S099, S173, D41)', async ({ page }) => {
    await openAccount(page)
    const actions = cardOf(page, 'Quick Actions')
    const question = page.getByRole('alertdialog')
    await act(page, named(actions, 'Cancel Subscription'), question)
    await act(page, named(question, 'Cancel Subscription'), named(page, 'Resume Subscription'))
    await expect(question).toHaveCount(0)
    await act(page, named(page, 'Resume Subscription'), named(actions, 'Cancel Subscription'))
    const toggle = page.getByRole('switch', { name: 'Buy minutes automatically' })
    const dialog = page.getByRole('dialog', { name: 'Switch on auto-purchase?' })
    await act(page, toggle, dialog)
    await act(page, named(dialog, 'Switch On'), page.getByLabel('Threshold (minutes)'))
    await expect(dialog).toHaveCount(0)
    await expect(toggle).toBeFocused()
  })

  test('at the profile (D25)', async ({ page, context }) => {
    const person = await registered()
    for (let i = 0; i < 2; i++)
      await callAs({ ...person, cookie: '' }, '/api/auth/login', { email: person.email, password })
    await enter(context, person)
    await page.goto('/profile')
    await act(page, named(page, 'Save Name'), toastOf(page).filter({ hasText: 'Name Saved' }))
    const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await act(page, rows.getByRole('button').first(), toastOf(page).filter({ hasText: 'Signed Out There' }))
    await expect(rows).toHaveCount(2)
    await pressFor(page, 'Shift', rows.first())
    await act(page, named(page, 'Sign Out Everywhere Else'), page.getByRole('alertdialog'))
    await act(page, named(page.getByRole('alertdialog'), 'Sign Out Everywhere Else'), rows.first())
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await pressFor(page, 'Shift', rows.first())
  })

  test('at what can be tried again', async ({ page, context }) => {
    await enter(context, await registered())
    await sql('alter table session rename column user_agent to user_agent_away')
    try {
      await page.goto('/profile')
      await expect(named(page, 'Retry')).toBeVisible()
    } finally {
      await sql('alter table session rename column user_agent_away to user_agent')
    }
    await act(page, named(page, 'Retry'), page.getByText('This browser', { exact: true }))
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('at the messages (S178, D66)', async ({ page }) => {
    const messages = await openThread(page)
    await page.getByLabel('Your message').fill('Thank you.')
    await act(page, named(page, 'Send Message'), messages.nth(1))
    await expect(page.getByLabel('Your message')).toHaveValue('')
    await pressFor(page, 'Shift', messages.nth(1))
    await expect(page.getByLabel('Your message')).toBeFocused()
    for (let left = 1; left >= 0; left--) {
      await act(page, messages.first().getByRole('button', { name: /^Delete/ }), page.getByRole('alertdialog'))
      await named(page.getByRole('alertdialog'), 'Delete Message').press('Enter')
      await expect(messages).toHaveCount(left)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await pressFor(page, 'Shift', page.getByRole('main'))
    }
  })

  test('at the last message, when the next frame comes before the dialog has gone', async ({ page }) => {
    const messages = await openThread(page)
    // As on a busy machine, whose frames do not wait for the page.
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) => {
        queueMicrotask(() => draw(performance.now()))
        return 0
      }
    })
    await act(page, messages.first().getByRole('button', { name: /^Delete/ }), page.getByRole('alertdialog'))
    await named(page.getByRole('alertdialog'), 'Delete Message').press('Enter')
    await expect(messages).toHaveCount(0)
    await pressFor(page, 'Shift', page.getByRole('main'))
    await expect(page.getByRole('main')).toBeFocused()
  })
})

/** Signs somebody in at a thread of one message; answers its messages. */
async function openThread(page: Page): Promise<Locator> {
  const [person, admin] = [await subscriber(), await registered()]
  const id = await addMessage(sql, { from: admin.id, to: person.id, subject: 'Welcome' })
  await enter(page.context(), person)
  await page.goto(`/dashboard/messages?thread=${id}`)
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toHaveCount(1)
  return messages
}
