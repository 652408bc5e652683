import fs from 'node:fs/promises'
import path from 'node:path'
import { ratings } from '#contract/agents/ratings.ts'
import type { Answer } from '#contract/call.ts'
import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { deleteMemory } from '#contract/results/memory.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectTitle, main, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { bakery, byHand, serveMemory } from '../results/notes.ts'
import { serveSteps, step } from '../results/steps.ts'
import { serveSessions, talk } from './home.ts'

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

function serveSession(shown: voice.VoiceSession): void {
  server.answer(voice.myConversation, {
    ...shown,
    hasWords: shown.hasTranscript,
    balanceBefore: 150,
    balanceAfter: 147.4833,
    note: null,
  })
  server.answer(voice.transcript, text)
  server.answer(ratings, [])
}

const erase = () => page.getByRole('button', { name: 'Delete Transcript' })

/** Deletes the shown transcript, of which the server then knows nothing. */
async function deleteTranscript(choose?: () => Promise<void>): Promise<void> {
  server.answer(voice.deleteTranscript, () => {
    serveSession({ ...budgetTalk, hasTranscript: false })
    return { success: true as const }
  })
  await erase().click()
  await choose?.()
  await press(page.getByRole('alertdialog'), 'Delete Transcript')
}

test.beforeEach(() => as(luna.subscriberMe))

test('a kept text is read, and downloaded in three forms', tagged('D90'), async () => {
  serveSessions(server, [budgetTalk])
  serveSession(budgetTalk)
  server.answer(searchTranscripts, [{ sessionId: budgetTalk.id, line: ownLine, lineCount: 2 }])
  await page.goto('/dashboard/sessions?q=budget')
  await expect(page.locator('mark')).toHaveText(['budget'])
  await page.getByRole('link', { name: 'Mindset Coach' }).click()
  const lines = page.getByRole('list', { name: 'Transcript' })
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await expect(lines.locator('mark')).toHaveText(['budget', 'budget'])
  for (const [kind, words] of [
    ['Text (.txt)', '[0:07] You: =1+1, I put off the *budget*.\n'],
    ['Markdown (.md)', String.raw`**You** (0:07): =1+1, I put off the \*budget\*.`],
    ['Spreadsheet (.csv)', `0:07,7,You,"'=1+1, I put off the *budget*."\r\n`],
  ] as const) {
    await press(main(), 'Export')
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const download = await saved
    expect(kind).toContain(path.extname(download.suggestedFilename()))
    expect(await fs.readFile(await download.path(), 'utf8')).toContain(words)
  }
  server.break(voice.deleteTranscript)
  await erase().click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this transcript?' })
  await press(dialog, 'Delete Transcript')
  await expect(toastOf(page).locator('p')).toHaveText('Failed to delete the transcript. Please try again.')
  await expect(dialog).toBeHidden()
  await expect(lines).toBeVisible()
})

test('deleting a transcript offers its notes, yes at first', tagged('B12 D90'), async () => {
  const serve = () => {
    serveSession(budgetTalk)
    return serveMemory(server, [{ ...bakery, sessionId: budgetTalk.id }, byHand])
  }
  serve()
  await page.goto(`/dashboard/sessions/${budgetTalk.id}`)
  // With the notes still there, the words stay, too, so that both can be deleted together again.
  server.break(deleteMemory)
  const withNotes = page.getByRole('checkbox', { name: 'Also forget what Mindset Coach learned in it (1 note)' })
  await deleteTranscript(() => expect(withNotes).toBeChecked())
  await expect(toastOf(page)).toContainText('Your agents still know this. Please try again.')
  expect(server.asked(voice.deleteTranscript)).toEqual([])
  let served = serve()
  await expect(withNotes).toHaveCount(0)
  await deleteTranscript()
  await expectTitle(page, 'Transcript Deleted')
  await expect(page.getByText('No transcript kept')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(server.asked(deleteMemory).map(({ query }) => query.sessionId)).toEqual([budgetTalk.id, budgetTalk.id])
  expect(served.notes()).toEqual([byHand])

  // Without them, if its person prefers that.
  served = serve()
  await page.reload()
  await deleteTranscript(() => withNotes.click())
  await expect(page.getByText('No transcript kept')).toBeVisible()
  expect(server.asked(deleteMemory)).toHaveLength(2)
  expect(served.notes()).toHaveLength(2)
  expect(server.asked(voice.deleteTranscript).at(-1)?.params).toEqual({ id: budgetTalk.id })
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
