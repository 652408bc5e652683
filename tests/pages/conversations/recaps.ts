import type { Answer } from '#contract/call.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { readRecap } from '#contract/results/recap.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { myConversation, transcript } from '#contract/conversations/voice.ts'
import type { FakeServer } from '../fake-server.ts'
import { step as nextStep } from '../results/steps.ts'
import { talk } from './home.ts'

/** A session whose text is kept. */
export const shown = talk('Mindset Coach', 1, 151, true)
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

export const step = {
  id: '5e990000-0000-4000-8000-000000000001',
  title: 'Call Anna',
  dueOn: '2026-12-04',
  atSecond: 64,
  state: 'proposed',
} satisfies Answer<typeof readRecap>['proposals'][number]

export const recap = {
  state: 'ready',
  title: 'Parental leave',
  summary: 'You asked about parental leave. It is fourteen weeks. You want to call Anna.',
  proposals: [step],
  sources: [{ atSecond: 7, title: 'Handbook', excerpt: 'Parents take fourteen weeks with full pay.' }],
  isKept: true,
  isEdited: false,
  lines,
} satisfies Answer<typeof readRecap>
/** A recap without anything in it. */
export const nothing = { ...recap, title: null, summary: null, proposals: [], sources: [], isKept: false, lines: [] }

export function serve(server: FakeServer, first: Answer<typeof readRecap> = recap): void {
  server.answer(myConversation, {
    ...shown,
    hasWords: shown.hasTranscript,
    balanceBefore: 150,
    balanceAfter: 147.4833,
    note: null,
  })
  server.answer(transcript, { lines, keptUntil: '2027-02-18T10:00:00.000Z' })
  server.answer(ratings, [])
  server.answer(readRecap, first)
}

/** Answers the change of the step, after which the recap shows it. */
export function serveStep(
  server: FakeServer,
  changed: Partial<(typeof recap.proposals)[number]> | { state: 'open' | 'dismissed' },
) {
  const { id: sessionId, agentId, agentName } = shown
  server.answer(changeNextStep, nextStep(step.title, { ...step, sessionId, agentId, agentName, ...changed }))
  server.answer(readRecap, { ...recap, proposals: [{ ...step, ...changed }] })
}
