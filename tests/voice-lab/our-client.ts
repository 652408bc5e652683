import { createConversation } from '#web/voice/create-conversation.ts'
import { askAddress, emptyState, type LabClient } from './page.ts'

/** Our engine as the voice dialog uses it, without the dialog. */
export function createClient(): LabClient {
  const state = emptyState()
  let clickedAtMs = 0
  const conversation = createConversation({
    api: {
      start: askAddress,
      end: () => Promise.resolve({ usedSeconds: 0 }),
      reconnect: () => Promise.reject(Object.assign(new Error('Nothing keeps the conversation'), { status: 404 })),
      endWithKeepalive: () => {},
    },
  })
  conversation.subscribe(() => {
    const { phase, lines, problem, recap } = conversation.getSnapshot()
    if (phase === 'connected') state.connectedMs ??= performance.now() - clickedAtMs
    state.lines = lines.map(({ role, text }) => ({ role, text }))
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
