/** The lab's page: one voice client, ours or the provider's official one, behind the same few commands. */
import { Conversation } from '@elevenlabs/client'
import { createConversation } from '#web/voice/create-conversation.ts'

/** One line of the transcript as the client shows it. */
export interface LabLine {
  role: 'user' | 'agent'
  text: string
}

export interface LabState {
  /** Milliseconds from the press of the button. */
  connectedMs: number | null
  lines: LabLine[]
  /** The provider's corrections, where the client leaves correcting a line to its page. */
  corrections: { from: string; to: string }[]
  /** The client's own words for its end; no problem with one that it considers good. */
  end: { reason: string; problem: string | null } | null
}

interface LabClient {
  state: LabState
  /** Presses the button. */
  start: () => void
  say: (text: string) => void
  end: () => void
}

interface Address {
  id: string
  conversationId: string
  signedUrl: string
}

/** Returns a one-time address for a conversation with the agent in the page's address. */
async function askAddress(): Promise<Address> {
  const answer = await fetch(`/address${location.search}`)
  if (!answer.ok) throw new Error(`no address: ${answer.status}`)
  return (await answer.json()) as Address
}

let clickedAtMs = 0

/** Our engine as the voice dialog uses it, without the dialog; it makes ready before the button is pressed. */
function openOurs(): LabClient {
  const conversation = createConversation({
    api: {
      start: askAddress,
      end: () => Promise.resolve({ usedSeconds: 0 }),
      reconnect: () => Promise.reject(Object.assign(new Error('Nothing keeps the conversation'), { status: 404 })),
      endWithKeepalive: () => {},
    },
  })
  const state: LabState = { connectedMs: null, lines: [], corrections: [], end: null }
  conversation.subscribe(() => {
    const { phase, problem, recap, lines } = conversation.getSnapshot()
    state.lines = lines.map(({ role, text }) => ({ role, text }))
    if (phase === 'connected') state.connectedMs ??= performance.now() - clickedAtMs
    if (recap) state.end = { reason: recap.reason, problem: problem?.kind ?? null }
    else if (problem) state.end = { reason: 'not started', problem: problem.kind }
  })
  conversation.prepare()
  return {
    state,
    start: () => conversation.start('agent'),
    say: (text) => void conversation.sendText(text),
    end: () => conversation.end(),
  }
}

/** The provider's own client, used with a signed address as its documentation says. */
function openOfficial(): LabClient {
  const state: LabState = { connectedMs: null, lines: [], corrections: [], end: null }
  let conversation: Conversation | null = null
  async function start(): Promise<void> {
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
    start: () => void start(),
    say: (text) => conversation?.sendUserMessage(text),
    end: () => void conversation?.endSession(),
  }
}

window.openClient = (name) => {
  const client = { ours: openOurs, official: openOfficial }[name]()
  const start = () => {
    clickedAtMs = performance.now()
    client.start()
    return clickedAtMs
  }
  window.labClient = { ...client, start }
}

declare global {
  interface Window {
    /** Its `start` returns when the button was pressed. */
    labClient?: Omit<LabClient, 'start'> & { start: () => number }
    openClient: (name: 'ours' | 'official') => void
  }
}
