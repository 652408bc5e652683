import { createConversation } from '#web/voice/create-conversation.ts'
import { askAddress, emptyState, type LabClient } from './lab-client.ts'

/** Our engine as the voice dialog uses it, without the dialog. */
export function createClient(): LabClient {
  let clickedAtMs = 0
  const conversation = createConversation({
    api: {
      start: askAddress,
      end: () => Promise.resolve({ usedSeconds: 0 }),
      reconnect: () => Promise.reject(Object.assign(new Error('Nothing keeps the conversation'), { status: 404 })),
      endWithKeepalive: () => {},
    },
  })
  const state = {
    ...emptyState(),
    // The engine keeps them, so one copy is enough.
    get lines() {
      return conversation.getSnapshot().lines.map(({ role, text }) => ({ role, text }))
    },
  }
  conversation.subscribe(() => {
    const { phase, problem, recap } = conversation.getSnapshot()
    if (phase === 'connected') state.connectedMs ??= performance.now() - clickedAtMs
    if (recap) state.end = { reason: recap.reason, problem: problem?.kind ?? null }
    else if (problem) state.end = { reason: 'not started', problem: problem.kind }
  })
  return {
    state,
    prepare: () => conversation.prepare(),
    start: () => {
      clickedAtMs = performance.now()
      conversation.start('agent')
    },
    say: (text) => void conversation.sendText(text),
    end: () => conversation.end(),
  }
}
