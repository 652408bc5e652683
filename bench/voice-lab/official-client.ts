import { Conversation } from '@elevenlabs/client'
import { askAddress, emptyState, type LabClient } from './lab-client.ts'

/** The provider's own client, used with a signed address as its documentation says. */
export function createClient(): LabClient {
  const state = emptyState()
  let conversation: Conversation | null = null

  async function start(): Promise<void> {
    const clickedAtMs = performance.now()
    try {
      const { signedUrl } = await askAddress()
      conversation = await Conversation.startSession({
        signedUrl,
        onConnect: () => (state.connectedMs = performance.now() - clickedAtMs),
        onMessage: ({ role, message }) => state.lines.push({ role, text: message }),
        onAgentResponseCorrection: ({ original_agent_response: from, corrected_agent_response: to }) =>
          state.corrections.push({ from, to }),
        onDisconnect: (details) => {
          state.end = { reason: details.reason, problem: details.reason === 'error' ? details.message : null }
        },
      })
    } catch (error) {
      state.end = { reason: 'not started', problem: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    state,
    prepare: () => {},
    start: () => void start(),
    say: (text) => conversation?.sendUserMessage(text),
    end: () => void conversation?.endSession(),
  }
}
