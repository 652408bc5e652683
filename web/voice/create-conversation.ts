import { createBrowserAudio } from './sound/browser-audio.ts'
import type { Clock } from './clock.ts'
import type { OpenSocket } from './line/connection.ts'
import { Conversation } from './conversation.ts'
import type { ConversationDependencies } from './conversation-state.ts'
import type { DeviceChoice } from './sound/devices.ts'

export interface GivenToConversation extends Pick<ConversationDependencies, 'api' | 'onMetric' | 'settings'> {
  choice?: DeviceChoice
}

/** Returns a conversation with the browser's own microphone, speaker, socket and clock. */
export function createConversation({ choice, ...given }: GivenToConversation): Conversation {
  return new Conversation({
    ...given,
    openSocket,
    devices: createBrowserAudio(choice),
    clock: browserClock,
  })
}

export const browserClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (id) => window.clearTimeout(id),
}

export const openSocket: OpenSocket = (url, protocol, handlers) => {
  const socket = new WebSocket(url, protocol)
  socket.onopen = () => handlers.onOpen()
  socket.onmessage = ({ data }: MessageEvent<unknown>) => handlers.onMessage(typeof data === 'string' ? data : '')
  // A close always follows an error and says more.
  socket.onclose = ({ code, reason }) => handlers.onClose(code, reason)
  return socket
}
