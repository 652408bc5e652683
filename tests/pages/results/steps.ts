import {
  addNextStep,
  changeNextStep,
  deleteNextStep,
  type NextStep,
  nextSteps,
  nextStepSettings,
} from '#contract/results/next-steps.ts'
import type { FakeServer } from '../fake-server.ts'

// A Thursday.
export const now = new Date('2026-11-26T10:00:00.000Z')
const coach = '7a1f0c52-0000-4000-8000-000000000001'
export const talked = '5e550000-0000-4000-8000-000000000001'

let count = 0
/** Returns a step as the server lists it. */
export function step(title: string, more: Partial<NextStep> = {}): NextStep {
  return {
    id: `57e90000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    title,
    dueOn: null,
    note: '',
    state: 'open',
    sessionId: null,
    agentId: null,
    agentName: null,
    atSecond: null,
    createdAt: now.toISOString(),
    doneAt: null,
    ...more,
  }
}
/** Where a step came from that an agent noted. */
export const from = { sessionId: talked, agentId: coach, agentName: 'Sales Call Coach', atSecond: 12 }

/** Keeps steps as the server does, as far as the page sees it. */
export function serveSteps(server: FakeServer, given: readonly NextStep[]): void {
  let steps = [...given]
  const find = (id: string): NextStep => {
    const found = steps.find((one) => one.id === id)
    if (!found) throw new Error(`No step ${id}`)
    return found
  }
  server.answer(nextSteps, ({ query }) =>
    steps.filter(({ state }) => (query.state ? state === query.state : state !== 'dismissed')),
  )
  server.answer(addNextStep, ({ body }) => {
    const added = step(body.title, { dueOn: body.dueOn ?? null })
    steps = [...steps, added]
    return added
  })
  server.answer(changeNextStep, ({ params, body }) => {
    const { title, note, dueOn, state } = body
    const changed = {
      ...find(params.id),
      ...(title !== undefined && { title }),
      ...(note !== undefined && { note }),
      ...(dueOn !== undefined && { dueOn }),
      ...(state !== undefined && { state, doneAt: state === 'done' ? now.toISOString() : null }),
    }
    steps = steps.map((one) => (one.id === params.id ? changed : one))
    return changed
  })
  server.answer(deleteNextStep, ({ params }) => {
    steps = steps.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
  server.answer(nextStepSettings, { mailReminders: true, acceptSpoken: false, hasCalendar: false })
}
