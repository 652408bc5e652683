import * as steps from '#contract/results/next-steps.ts'
import type { FakeServer } from '../fake-server.ts'
import { fakeOf } from '../fake-answer.ts'

// A Thursday.
export const now = new Date('2026-11-26T10:00:00.000Z')
export const talked = '5e550000-0000-4000-8000-000000000001'

let count = 0
/** Returns a step as the server lists it. */
export function step(title: string, more: Partial<steps.NextStep> = {}): steps.NextStep {
  return fakeOf(steps.nextSteps, {
    id: `57e90000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
    title,
    state: 'open',
    createdAt: now.toISOString(),
    ...more,
  })
}

const agentId = '7a1f0c52-0000-4000-8000-000000000001'

/** Returns a step that an agent has proposed. */
export const proposed = (title: string, dueOn: string | null = null): steps.NextStep =>
  step(title, { sessionId: talked, agentId, agentName: 'Sales Call Coach', atSecond: 12, state: 'proposed', dueOn })

/** Keeps steps as the server does, as far as the page sees it. */
export function serveSteps(server: FakeServer, given: readonly steps.NextStep[]): void {
  let kept = [...given]
  server.answer(steps.nextSteps, ({ query }) =>
    kept.filter(({ state }) => (query.state ? state === query.state : state !== 'dismissed')),
  )
  server.answer(steps.addNextStep, ({ body }) => {
    const added = step(body.title, { dueOn: body.dueOn ?? null })
    kept = [...kept, added]
    return added
  })
  server.answer(steps.changeNextStep, ({ params, body }) => {
    const before = kept.find(({ id }) => id === params.id)
    if (!before) throw new Error(`No step ${params.id}`)
    const doneAt = body.state && { doneAt: body.state === 'done' ? now.toISOString() : null }
    const changed = { ...before, ...body, ...doneAt }
    kept = kept.map((one) => (one.id === params.id ? changed : one))
    return changed
  })
  server.answer(steps.deleteNextStep, ({ params }) => {
    kept = kept.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
  server.answer(steps.nextStepSettings, { mailReminders: true, acceptSpoken: false, hasCalendar: false })
}
