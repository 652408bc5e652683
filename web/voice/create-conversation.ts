import { createBrowserAudio } from './browser-audio.ts'
import type { OpenSocket } from './connection.ts'
import { Conversation } from './conversation.ts'
import type { ConversationDependencies } from './conversation-state.ts'

/** A conversation over the browser's own microphone, speaker, socket and clock. */
export function createConversation(given: Pick<ConversationDependencies, 'api' | 'onMetric'>): Conversation {
  return new Conversation({
    ...given,
    openSocket,
    devices: createBrowserAudio(),
    clock: {
      now: () => performance.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (id) => window.clearTimeout(id),
    },
  })
}

const openSocket: OpenSocket = (url, protocol, handlers) => {
  const socket = new WebSocket(url, protocol)
  socket.onopen = () => handlers.onOpen()
  socket.onmessage = ({ data }: MessageEvent<unknown>) => handlers.onMessage(typeof data === 'string' ? data : '')
  // An error is always followed by its close, which says more.
  socket.onclose = ({ code, reason }) => handlers.onClose(code, reason)
  return socket
}
