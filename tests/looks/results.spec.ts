import { agents } from '#contract/agents/agents.ts'
import { mailedStep, makeStepCalendar } from '#contract/results/next-steps.ts'
import { coach } from '../pages/conversations/voice/talk.ts'
import { expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { bakery, byHand, proposed, serveMemory } from '../pages/results/notes.ts'
import { serveSteps, step } from '../pages/results/steps.ts'
import { looksOf } from './look.ts'

const today = new Date().toISOString().slice(0, 10)

const looks = looksOf('results', {
  '/profile/memory': {
    me: subscriberMe,
    serve: () => {
      serveMemory(server, [{ ...bakery, text: `${bakery.text} ${'And more. '.repeat(20)}` }, proposed, byHand])
      server.answer(agents, [coach])
    },
    states: {
      'changing a note': async () => {
        await page.getByRole('button', { name: `Edit: ${byHand.text}` }).click()
        await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(2)
      },
    },
  },
  '/dashboard/next-steps': {
    me: subscriberMe,
    serve: () => {
      serveSteps(server, [
        step('Late', { dueOn: '2026-11-24' }),
        step('Today', { dueOn: today, note: 'By noon' }),
        step('Next year', { dueOn: '2099-11-26' }),
        step('Over', { state: 'done', doneAt: new Date().toISOString() }),
      ])
      server.answer(makeStepCalendar, { url: 'https://luna.test/api/calendars/secret.ics' })
    },
    ready: () => expect(page.getByText('Overdue since').first()).toBeVisible(),
    states: {
      'the calendar': { press: 'Make a Calendar Address', shows: ['textbox', 'Calendar address'] },
      'the board': async () => {
        await page.getByRole('radio', { name: 'Board' }).check()
        await expect(page).toHaveURL('/dashboard/next-steps?view=board')
      },
    },
  },
  '/next-steps/done': {
    at: '/next-steps/done?token=secret',
    serve: () => server.answer(mailedStep, { title: 'Call Anna', isDone: false }),
    title: 'Your Next Step',
    ready: () => expect(page.getByText('Call Anna')).toBeVisible(),
  },
})

for (const look of looks) test(...look)
