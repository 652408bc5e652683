import type { Answer } from '#contract/call.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { analyseAgain, editRecap, mailRecap, readRecap } from '#contract/results/recap.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { myConversation, transcript } from '#contract/conversations/voice.ts'
import { checkerNoise, expectAccessible } from '../../kit/browser/accessible.ts'
import { expect, type Page, test } from '../fixtures.ts'
import type { FakeServer } from '../fake-server.ts'
import { subscriberMe } from '../people.ts'
import { talk } from './home.ts'

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

const shown = talk('Mindset Coach', 1, 151, true)
const lines = [
  { speaker: 'agent', text: 'Hello. What keeps you busy?', atSeconds: 0 },
  { speaker: 'you', text: 'How long is parental leave?', atSeconds: 4 },
  { speaker: 'agent', text: 'Fourteen weeks, with full pay.', atSeconds: 7 },
  ...Array.from({ length: 30 }, (_, place) => ({
    speaker: place % 2 === 0 ? ('you' as const) : ('agent' as const),
    text: 'Let us go on, then.',
    atSeconds: 10 + place,
  })),
  { speaker: 'you', text: 'I will call Anna on Friday.', atSeconds: 64 },
] satisfies Answer<typeof transcript>['lines']

const step = {
  id: '5e990000-0000-4000-8000-000000000001',
  title: 'Call Anna',
  dueOn: '2026-12-04',
  atSecond: 64,
  state: 'proposed',
} satisfies Answer<typeof readRecap>['proposals'][number]

const recap = {
  state: 'ready',
  title: 'Parental leave',
  summary: 'You asked about parental leave. It is fourteen weeks. You want to call Anna.',
  proposals: [step],
  sources: [{ atSecond: 7, title: 'Handbook', excerpt: 'Parents take fourteen weeks with full pay.' }],
  isKept: true,
  isEdited: false,
  lines,
} satisfies Answer<typeof readRecap>
const nothing = { ...recap, title: null, summary: null, proposals: [], sources: [], isKept: false, lines: [] }

function serve(server: FakeServer, first: Answer<typeof readRecap> = recap): void {
  server.answer(myConversation, { ...shown, balanceBefore: 150, balanceAfter: 147.4833, note: null })
  server.answer(transcript, { lines, keptUntil: '2027-02-18T10:00:00.000Z' })
  server.answer(ratings, [])
  server.answer(readRecap, first)
}

/** Answers the change of the step, after which the recap shows it. */
function serveStep(
  server: FakeServer,
  changed: Partial<(typeof recap.proposals)[number]> | { state: 'open' | 'dismissed' },
) {
  server.answer(changeNextStep, {
    ...step,
    note: '',
    sessionId: shown.id,
    agentId: shown.agentId,
    agentName: shown.agentName,
    createdAt: '2026-11-20T10:00:00.000Z',
    doneAt: null,
    ...changed,
  })
  server.answer(readRecap, { ...recap, proposals: [{ ...step, ...changed }] })
}

const open = (page: Page) => page.goto(`/dashboard/sessions/${shown.id}`)

test.beforeEach(({ as }) => as(subscriberMe))

test('a kept session shows what came of it, and under an answer what was read for it (B5, D184)', async ({
  page,
  server,
}) => {
  serve(server)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
  await expect(page.getByText(recap.summary)).toBeVisible()
  const text = page.getByRole('list', { name: 'Transcript' })
  const answer = text.getByRole('listitem').filter({ hasText: 'Fourteen weeks, with full pay.' })
  await expect(answer).toContainText('Read for this answer')
  await expect(answer).toContainText('Handbook')
  await expect(answer).toContainText('Parents take fourteen weeks with full pay.')
  await expect(text.getByText('Read for this answer')).toHaveCount(1)
  await expectAccessible(page)
  // Each step and source leads to its moment.
  await page.getByRole('button', { name: 'Call Anna: go to 1:04 in the transcript' }).click()
  const line = text.getByRole('listitem').filter({ hasText: 'I will call Anna on Friday.' })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
  await page.getByRole('button', { name: 'Handbook: go to 0:07 in the transcript' }).click()
  await expect(answer).toBeFocused()
})

test('a proposed step is accepted, changed or dismissed, by keyboard too (D184)', async ({ page, server }) => {
  serve(server)
  await open(page)
  const row = page.getByRole('list', { name: 'Proposed next steps' }).getByRole('listitem')
  await expect(row).toContainText('Call Anna · by Dec 4, 2026')

  await row.getByRole('button', { name: 'Edit: Call Anna' }).click()
  const form = page.getByRole('form', { name: 'Edit: Call Anna' })
  await expect(form.getByLabel('Step')).toBeFocused()
  await form.getByLabel('Step').fill('Call Anna Meyer')
  await form.getByLabel('By (optional)').fill('')
  serveStep(server, { title: 'Call Anna Meyer', dueOn: null as unknown as string })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Call Anna Meyer')
  await expect(row).not.toContainText('by Dec')
  await expect(row).toBeFocused()

  serveStep(server, { state: 'dismissed' })
  await row.getByRole('button', { name: 'Dismiss: Call Anna Meyer' }).press('Enter')
  await expect(row).toContainText('Dismissed')
  await expect(row).toBeFocused()
  serveStep(server, { state: 'open' })
  await row.getByRole('button', { name: 'Accept anyway: Call Anna' }).click()
  await expect(row).toContainText('On your list')
  await expect(row.getByRole('button', { name: /Dismiss|Accept/ })).toHaveCount(0)
})

test('title and summary are changed by their person, and an analysis can run again (B7)', async ({ page, server }) => {
  serve(server)
  await open(page)
  await page.getByRole('button', { name: 'Edit title and summary' }).click()
  const form = page.getByRole('form', { name: 'Edit title and summary' })
  await form.getByLabel('Title').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Title is required')
  await form.getByLabel('Title').fill('My leave')
  server.answer(editRecap, { ...recap, title: 'My leave', isEdited: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'My leave' })).toBeVisible()
  expect(server.asked(editRecap).at(-1)?.body).toEqual({ title: 'My leave' })
  await expect(page.getByRole('button', { name: 'Edit title and summary' })).toBeFocused()

  server.answer(analyseAgain, { ...recap, title: 'My leave', isEdited: true, summary: 'A new summary.' })
  await page.getByRole('button', { name: 'Analyze again' }).click()
  await expect(page.getByText('A new summary.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My leave' })).toBeVisible()
  await expect(page.getByText('Analyzed again.')).toBeVisible()
})

test('a recap is copied, and mailed to its person', async ({ page, server }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  serve(server)
  await open(page)
  await page.getByRole('button', { name: 'Copy recap' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Parental leave\n\n${recap.summary}\n\nNext steps:\n- Call Anna (by Dec 4, 2026)\n\nRead for the answers: Handbook\n`,
  )
  server.answer(mailRecap, { sentTo: subscriberMe.email })
  await page.getByRole('button', { name: 'Mail to me' }).click()
  await expect(page.getByText(`Sent to ${subscriberMe.email}.`)).toBeVisible()
})

test('a recap that is still being written arrives by itself; a failure can be repeated, and nothing is said plainly', async ({
  page,
  server,
}) => {
  serve(server, { ...nothing, state: 'processing' })
  await open(page)
  await expect(page.getByText('Writing the recap…')).toBeVisible()
  server.answer(readRecap, recap)
  await expect(page.getByRole('heading', { name: 'Parental leave' })).toBeVisible()

  server.refuse(readRecap, 'provider_away')
  await open(page)
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't load the recap." })
  await expect(failure).toContainText('Our voice provider does not answer at the moment.')
  server.answer(readRecap, { ...nothing, state: 'none' })
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There is no recap of this session.')).toBeVisible()
})
