import { expect, it } from 'vitest'
import { stepsDueMail } from './results.ts'
import { renderMail } from './write-mail.ts'

const site = 'https://luna.test'
const step = (title: string, since: string | null = null) => ({
  title,
  note: '',
  agentName: null,
  since,
  doneUrl: `${site}/next-steps/done?token=${encodeURIComponent(title)}`,
})
const mailOf = (...steps: ReturnType<typeof step>[]) =>
  renderMail(stepsDueMail('anna@luna.test', steps, site), { isConfirmed: true, timeZone: 'UTC' }, null)

it.each([
  ['Due today: Call Anna', [step('Call Anna')]],
  ['Overdue: Call Anna', [step('Call Anna', 'Nov 24, 2026')]],
  ['2 next steps due today', [step('Call Anna'), step('Send the offer')]],
  ['2 next steps due', [step('Call Anna'), step('Send the offer', 'Nov 24, 2026')]],
])('has the subject %s', (subject, steps) => {
  expect(mailOf(...steps).subject).toBe(subject)
})

it('says of a late step when it was due, and where reminders are turned off', () => {
  const { text } = mailOf(step('Call Anna', 'Nov 24, 2026'))
  expect(text).toContain('Call Anna. It was due on Nov 24, 2026.')
  expect(text).toContain('You can turn off these reminders under Reminders on your Next Steps page.')
  expect(text).toContain('Mark as Done: https://luna.test/next-steps/done?token=Call%20Anna')
})

it('names ten steps, each with its link, and only counts the others', () => {
  const { text } = mailOf(...Array.from({ length: 12 }, (_, place) => step(`Step ${place + 1}`)))
  expect(text.match(/^Step \d+\.$/gm)).toHaveLength(10)
  expect(text.match(/^Mark as Done: Step \d+: /gm)).toHaveLength(10)
  expect(text).not.toMatch(/Step 1[12]/)
  expect(text).toContain('Your list has 2 more steps due.')
  expect(mailOf(...Array.from({ length: 10 }, (_, place) => step(`Step ${place + 1}`))).text).not.toContain('more step')
})
