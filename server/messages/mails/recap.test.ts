import { expect, test } from 'vitest'
import { recapMail } from './recap.ts'

test('the mail of a recap names the day as it was where its reader is', () => {
  const words = { title: null, summary: 'You want to call Anna.', steps: [], sourceTitles: [], url: null }
  const recap = { agentName: 'Mindset Coach', talkedAt: new Date('2026-11-26T23:30:00Z'), ...words }
  const subjectIn = (timeZone: string) => recapMail('a@example.com', { ...recap, timeZone }).subject
  expect(subjectIn('Europe/Berlin')).toBe('Your conversation with Mindset Coach on November 27, 2026')
  expect(subjectIn('America/New_York')).toBe('Your conversation with Mindset Coach on November 26, 2026')
})
