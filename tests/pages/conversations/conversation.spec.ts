import fs from 'node:fs/promises'
import type { Answer } from '#contract/call.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { savedTimeOf } from '#contract/results/hours-saved.ts'
import { searchTranscripts, transcriptSettings } from '#contract/conversations/transcripts.ts'
import {
  deleteTranscript,
  myConversation,
  transcript,
  type TranscriptLine,
  type VoiceSession,
} from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, expect, type FakeServer, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { serveSteps, step } from '../results/steps.ts'
import { figureOf, keepsNothing, serveSessions, talk } from './home.ts'

const budgetTalk = talk('Mindset Coach', 1, 151, true)

const ownLine = { speaker: 'you', text: '=1+1, I put off the *budget*.', atSeconds: 7 } satisfies TranscriptLine

const text = {
  lines: [
    { speaker: 'agent', text: 'Hello. What keeps you busy?', atSeconds: 0 },
    ownLine,
    { speaker: 'agent', text: 'Start with five minutes of the budget.', atSeconds: 14 },
  ],
  keptUntil: '2027-02-18T10:00:00.000Z',
} satisfies Answer<typeof transcript>

/** Answers the session with its change of 150 minutes. */
function serveSession(server: FakeServer, shown: VoiceSession): void {
  const note = shown.secondsCharged === 0 ? 'Not charged: under 10 seconds' : null
  const balanceAfter = Math.round((150 - shown.creditsDeducted) * 10_000) / 10_000
  server.answer(myConversation, { ...shown, balanceBefore: 150, balanceAfter, note })
  server.answer(ratings, [])
  server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: null })
}

test.beforeEach(() => as(subscriberMe))

test('a session has its own page: when, how long, charged, before and after', tagged('S307 D71'), async () => {
  const long = talk('Hiring Partner', 3, 4515)
  serveSessions(server, [long])
  serveSession(server, long)
  await page.goto('/dashboard/sessions')
  await page.getByRole('link', { name: 'Hiring Partner' }).click()
  await expect(page).toHaveURL(`/dashboard/sessions/${long.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Session with Hiring Partner')
  const main = page.getByRole('main')
  await expect(main).toContainText('Nov 20, 2026')
  await expect(figureOf(page, 'Duration')).toHaveText('1:15:15')
  await expect(figureOf(page, 'Charged')).toHaveText('1:15:15')
  await expect(figureOf(page, 'Before')).toHaveText('150')
  await expect(figureOf(page, 'After')).toHaveText('74.75')
  await expect(main).toContainText('You ended the session.')
  await expect(main).toContainText('No transcript kept')
  await expect(main).toContainText('No transcript was stored.')

  const short = talk('Mindset Coach', 1, 7)
  serveSession(server, short)
  await page.goto(`/dashboard/sessions/${short.id}`)
  await expect(figureOf(page, 'Duration')).toHaveText('–')
  await expect(figureOf(page, 'Charged')).toHaveText('Nothing')
  await expect(main).toContainText('Under 10 seconds')
  await expect(figureOf(page, 'Before')).toHaveText('150')
  await expect(figureOf(page, 'After')).toHaveText('150')
})

test("another person's and an unknown session are not found", async () => {
  server.refuse(myConversation, 'session_not_found')
  await page.goto(`/dashboard/sessions/${budgetTalk.id}`)
  await expect(page.getByText("We couldn't find this session.")).toBeVisible()
  // An invalid id is refused before the call.
  server.refuseWith(myConversation, refusals.notFound())
  await page.goto('/dashboard/sessions/no-id')
  await expect(page.getByText("We couldn't find this session.")).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Your Sessions' })).toHaveAttribute(
    'href',
    '/dashboard/sessions',
  )
})

test('a kept text is read, downloaded as text, Markdown and table, and deleted', tagged('D90'), async () => {
  serveSessions(server, [budgetTalk])
  serveSession(server, budgetTalk)
  server.answer(searchTranscripts, [{ sessionId: budgetTalk.id, line: ownLine, lineCount: 2 }])
  server.answer(transcript, text)
  await page.goto('/dashboard/sessions?q=budget')
  await expect(page.locator('mark')).toHaveText(['budget'])
  await page.getByRole('link', { name: 'Mindset Coach' }).click()
  const lines = page.getByRole('list', { name: 'Transcript' })
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await expect(lines.locator('mark')).toHaveText(['budget', 'budget'])
  const file = async (kind: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const download = await saved
    return { name: download.suggestedFilename(), text: await fs.readFile(await download.path(), 'utf8') }
  }
  const plain = await file('Text (.txt)')
  expect(plain.name).toBe('luna-2026-11-20-mindset-coach.txt')
  expect(plain.text).toContain('[0:07] You: =1+1, I put off the *budget*.\n')
  expect((await file('Markdown (.md)')).text).toContain(String.raw`**You** (0:07): =1+1, I put off the \*budget\*.`)
  expect((await file('Spreadsheet (.csv)')).text).toContain(`0:07,7,You,"'=1+1, I put off the *budget*."\r\n`)

  const erase = page.getByRole('button', { name: 'Delete Transcript' })
  server.break(deleteTranscript)
  await erase.click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  await dialog.getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(toastOf(page).locator('p')).toHaveText('Failed to delete the transcript. Please try again.')
  await expect(dialog).toBeHidden()
  await expect(lines).toBeVisible()

  server.answer(deleteTranscript, () => {
    serveSession(server, { ...budgetTalk, hasTranscript: false })
    return { success: true as const }
  })
  await erase.click()
  await dialog.getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(toastOf(page)).toContainText('Transcript Deleted')
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(server.asked(deleteTranscript).at(-1)?.params).toEqual({ id: budgetTalk.id })
})

test('a transcript that was deleted within ten minutes of its session is not called kept', tagged('D90'), async () => {
  await page.clock.setFixedTime(Date.parse(budgetTalk.endedAt ?? '') + 60_000)
  server.answer(transcriptSettings, { ...keepsNothing, save: true })
  serveSession(server, budgetTalk)
  server.answer(transcript, text)
  server.answer(deleteTranscript, () => {
    serveSession(server, { ...budgetTalk, hasTranscript: false })
    return { success: true as const }
  })
  await page.goto(`/dashboard/sessions/${budgetTalk.id}`)
  await page.getByRole('button', { name: 'Delete Transcript' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(page.getByRole('button', { name: 'Keep transcript' })).toBeVisible()
  await expect(page.getByText('Transcript kept until')).toBeHidden()
})

test('what an agent has proposed goes with the transcript, in the list of next steps too', tagged('D184'), async () => {
  const { agentId, agentName, id: sessionId } = budgetTalk
  serveSteps(server, [step('Write the budget', { state: 'proposed', sessionId, agentId, agentName, atSecond: 7 })])
  serveSession(server, budgetTalk)
  server.answer(transcript, text)
  await page.goto('/dashboard/next-steps')
  await page.getByRole('main').getByRole('link', { name: agentName }).click()
  server.answer(deleteTranscript, () => {
    serveSession(server, { ...budgetTalk, hasTranscript: false })
    serveSteps(server, [])
    return { success: true as const }
  })
  await page.getByRole('button', { name: 'Delete Transcript' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Nothing on your list')).toBeVisible()
})
