import fs from 'node:fs/promises'
import { ratings } from '#contract/agents/ratings.ts'
import type { Answer } from '#contract/call.ts'
import { searchTranscripts, transcriptSettings } from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { savedTimeOf } from '#contract/results/hours-saved.ts'
import { refusals } from '#server/kernel/problem.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectWords, main, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { serveSteps, step } from '../results/steps.ts'
import { keepsNothing, serveSessions, talk } from './home.ts'

const budgetTalk = talk('Mindset Coach', 1, 151, true)
const ownLine = { speaker: 'you', text: '=1+1, I put off the *budget*.', atSeconds: 7 } satisfies voice.TranscriptLine

const text = {
  lines: [
    { speaker: 'agent', text: 'Hello. What keeps you busy?', atSeconds: 0 },
    ownLine,
    { speaker: 'agent', text: 'Start with five minutes of the budget.', atSeconds: 14 },
  ],
  keptUntil: '2027-02-18T10:00:00.000Z',
} satisfies Answer<typeof voice.transcript>

/** Answers the session with its change of 150 minutes. */
function serveSession(shown: voice.VoiceSession): void {
  const note = shown.secondsCharged === 0 ? 'Not charged: under 10 seconds' : null
  const balanceAfter = Math.round((150 - shown.creditsDeducted) * 10_000) / 10_000
  server.answer(voice.myConversation, { ...shown, balanceBefore: 150, balanceAfter, note })
  server.answer(voice.transcript, text)
  server.answer(ratings, [])
  server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: null })
}

const figures = () =>
  Promise.all(['Duration', 'Charged', 'Before', 'After'].map((name) => luna.figureOf(name).textContent()))
const erase = () => page.getByRole('button', { name: 'Delete Transcript' })

/** Deletes the shown transcript, of which the server then knows nothing. */
async function deleteTranscript(): Promise<void> {
  server.answer(voice.deleteTranscript, () => {
    serveSession({ ...budgetTalk, hasTranscript: false })
    return { success: true as const }
  })
  await erase().click()
  await press(page.getByRole('alertdialog'), 'Delete Transcript')
}

test.beforeEach(() => as(luna.subscriberMe))

test('a session has its own page: when, how long, charged, before and after', tagged('S307 D71'), async () => {
  const long = talk('Hiring Partner', 3, 4515)
  serveSessions(server, [long])
  serveSession(long)
  await page.goto('/dashboard/sessions')
  await page.getByRole('link', { name: 'Hiring Partner' }).click()
  await expect(page).toHaveURL(`/dashboard/sessions/${long.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Session with Hiring Partner')
  await expectWords(main(), 'Nov 20, 2026', 'You ended the session.', 'No transcript kept', 'No transcript was stored.')
  await expect.poll(figures).toEqual(['1:15:15', '1:15:15', '150', '74.75'])
  const short = talk('Mindset Coach', 1, 7)
  serveSession(short)
  await page.goto(`/dashboard/sessions/${short.id}`)
  await expect(main()).toContainText('Under 10 seconds')
  await expect.poll(figures).toEqual(['–', 'Nothing', '150', '150'])

  // Another person's session, and an invalid id, which is refused before the call.
  server.refuse(voice.myConversation, 'session_not_found')
  await page.goto(`/dashboard/sessions/${budgetTalk.id}`)
  await expect(page.getByText("We couldn't find this session.")).toBeVisible()
  server.refuseWith(voice.myConversation, refusals.notFound())
  await page.goto('/dashboard/sessions/no-id')
  await expect(page.getByText("We couldn't find this session.")).toBeVisible()
  await expect(main().getByRole('link', { name: 'Your Sessions' })).toHaveAttribute('href', '/dashboard/sessions')
})

test('a kept text is read, downloaded in three forms, and deleted', tagged('D90'), async () => {
  serveSessions(server, [budgetTalk])
  serveSession(budgetTalk)
  server.answer(searchTranscripts, [{ sessionId: budgetTalk.id, line: ownLine, lineCount: 2 }])
  await page.goto('/dashboard/sessions?q=budget')
  await expect(page.locator('mark')).toHaveText(['budget'])
  await page.getByRole('link', { name: 'Mindset Coach' }).click()
  const lines = page.getByRole('list', { name: 'Transcript' })
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await expect(lines.locator('mark')).toHaveText(['budget', 'budget'])
  for (const [kind, name, words] of [
    ['Text (.txt)', 'luna-2026-11-20-mindset-coach.txt', '[0:07] You: =1+1, I put off the *budget*.\n'],
    ['Markdown (.md)', 'luna-2026-11-20-mindset-coach.md', String.raw`**You** (0:07): =1+1, I put off the \*budget\*.`],
    ['Spreadsheet (.csv)', 'luna-2026-11-20-mindset-coach.csv', `0:07,7,You,"'=1+1, I put off the *budget*."\r\n`],
  ] as const) {
    await press(main(), 'Export')
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe(name)
    expect(await fs.readFile(await download.path(), 'utf8')).toContain(words)
  }
  server.break(voice.deleteTranscript)
  await erase().click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  await press(dialog, 'Delete Transcript')
  await expect(toastOf(page).locator('p')).toHaveText('Failed to delete the transcript. Please try again.')
  await expect(dialog).toBeHidden()
  await expect(lines).toBeVisible()
  await deleteTranscript()
  await expect(toastOf(page)).toContainText('Transcript Deleted')
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(server.asked(voice.deleteTranscript).at(-1)?.params).toEqual({ id: budgetTalk.id })
})

test('a transcript deleted within ten minutes of its session is not called kept', tagged('D90'), async () => {
  await page.clock.setFixedTime(Date.parse(budgetTalk.endedAt ?? '') + 60_000)
  server.answer(transcriptSettings, { ...keepsNothing, save: true })
  serveSession(budgetTalk)
  await page.goto(`/dashboard/sessions/${budgetTalk.id}`)
  await deleteTranscript()
  await expect(page.getByRole('button', { name: 'Keep transcript' })).toBeVisible()
  await expect(page.getByText('Transcript kept until')).toBeHidden()
})

test('proposals of an agent go with the transcript, in every list', tagged('D184'), async () => {
  const { agentId, agentName, id: sessionId } = budgetTalk
  serveSteps(server, [step('Write the budget', { state: 'proposed', sessionId, agentId, agentName, atSecond: 7 })])
  serveSession(budgetTalk)
  await page.goto('/dashboard/next-steps')
  await main().getByRole('link', { name: agentName }).click()
  await expect(erase()).toBeVisible()
  serveSteps(server, [])
  await deleteTranscript()
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Nothing on your list')).toBeVisible()
})
