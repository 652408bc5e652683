/** Stand-ins for microphone, speaker, socket, server and clock, for the tests of the conversation. */
import type {
  ClientMessage,
  ConversationFault,
  EndReason,
  ServerMessage,
} from '#contract/conversations/voice-socket.ts'
import type { SocketHandlers } from './line/connection.ts'
import { Conversation } from './conversation.ts'
import { FakeClock, settle } from './fake-clock.ts'
import type {
  ConversationApi,
  ConversationDependencies,
  EndFigures,
  MetricName,
  SettledConversation,
  Snapshot,
  StartedByServer,
} from './conversation-state.ts'
import type { MicrophoneHandlers, PlayerHandlers, SoundMoment } from './sound/devices.ts'
import { encodePcm } from './sound/pcm.ts'

export class FakeSocket {
  bufferedAmount = 0
  closedWith: number | null = null
  readonly sent: ClientMessage[] = []
  readonly url: string
  readonly protocol: string
  readonly #handlers: SocketHandlers

  constructor(url: string, protocol: string, handlers: SocketHandlers) {
    this.url = url
    this.protocol = protocol
    this.#handlers = handlers
  }

  send = (text: string): void => void this.sent.push(JSON.parse(text) as ClientMessage)
  close = (code: number): void => void (this.closedWith = code)

  open = (): void => this.#handlers.onOpen()
  deliver = (message: ServerMessage | object): void => this.#handlers.onMessage(JSON.stringify(message))
  deliverText = (text: string): void => this.#handlers.onMessage(text)
  drop = (code: number, reason = ''): void => this.#handlers.onClose(code, reason)

  /** The kinds of messages in the order sent; sound counts as 'sound'. */
  get kinds(): string[] {
    return this.sent.map((message) => ('type' in message ? message.type : 'sound'))
  }
}

/** Returns a promise that is settled from outside. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
  return Promise.withResolvers<T>()
}

/** The microphone as the page holds it. */
const fakeMicrophone = () => ({
  handlers: null as MicrophoneHandlers | null,
  opened: 0,
  closed: 0,
  isAllowed: false,
  ready: Promise.resolve(),
  open: (): Promise<void> => Promise.resolve(),
})

/** What the page did with the speaker. */
const fakePlayer = () => ({
  handlers: null as PlayerHandlers | null,
  opened: 0,
  closed: 0,
  resumed: 0,
  ready: Promise.resolve(),
  did: [] as string[],
})

/** The server's answers, which a test may replace one by one. */
const fakeServer = () => ({
  start: (): Promise<StartedByServer> =>
    Promise.resolve({ id: 's1', conversationId: 'c1', signedUrl: 'ws://host/voice/s1?token=1' }),
  end: (): Promise<SettledConversation> => Promise.resolve({ usedSeconds: 42, reason: 'user', balanceSeconds: 1000 }),
  reconnect: (): Promise<{ signedUrl: string }> => Promise.resolve({ signedUrl: 'ws://host/voice/s1?token=2' }),
})

/** Returns a rejection as the page's API throws it. */
export function apiError(status: number, code: string, message: string, sessionId?: string): Error {
  return Object.assign(new Error(message), { status, code, ...(sessionId && { sessionId }) })
}

interface Recorded {
  calls: string[]
  microphone: ReturnType<typeof fakeMicrophone>
  player: ReturnType<typeof fakePlayer>
}

/** Returns devices that record what is asked of them. */
function recordedDevices({ calls, microphone, player }: Recorded): ConversationDependencies['devices'] {
  return {
    prepare: () => void calls.push('prepare'),
    choose: (choice) => void calls.push(`choose ${JSON.stringify(choice)}`),
    discard: () => {},
    isMicrophoneAllowed: () => microphone.isAllowed,
    async openMicrophone(handlers) {
      calls.push('microphone')
      microphone.opened++
      try {
        await microphone.open()
      } catch (error) {
        microphone.opened--
        throw error
      }
      microphone.handlers = handlers
      return { ready: microphone.ready, close: () => void microphone.closed++ }
    },
    openPlayer(handlers) {
      calls.push('player')
      player.opened++
      player.handlers = handlers
      return {
        ready: player.ready,
        setRate: (rateHz) => void player.did.push(`rate ${rateHz}`),
        play: (eventId, samples) => void player.did.push(`play ${eventId} ${samples.length}`),
        interrupt: (eventId) => void player.did.push(`interrupt ${eventId}`),
        resume: () => void player.resumed++,
        close: () => void player.closed++,
      }
    },
  }
}

interface Asked {
  calls: string[]
  ended: { id: string; figures: EndFigures }[]
  kept: { id: string; figures: EndFigures }[]
  server: ReturnType<typeof fakeServer>
}

/** Returns the page's calls, which record what is asked of them. */
function recordedApi({ calls, ended, kept, server }: Asked): ConversationApi {
  return {
    start: (agentId, resumeOf) => {
      calls.push(resumeOf ? `start ${agentId} after ${resumeOf}` : `start ${agentId}`)
      return server.start()
    },
    end: (id, figures) => {
      calls.push(`end ${id}`)
      ended.push({ id, figures })
      return server.end()
    },
    reconnect: (id) => {
      calls.push(`reconnect ${id}`)
      return server.reconnect()
    },
    endWithKeepalive: (id, figures) => void kept.push({ id, figures }),
  }
}

/** Returns a conversation among fakes, and what it did to them. */
function createRecorded() {
  const clock = new FakeClock()
  const sockets: FakeSocket[] = []
  const metrics: [MetricName, number][] = []
  const asked: Asked = { calls: [], ended: [], kept: [], server: fakeServer() }
  const devices = { calls: asked.calls, microphone: fakeMicrophone(), player: fakePlayer() }
  const conversation = new Conversation({
    clock,
    onMetric: (name, ms) => metrics.push([name, ms]),
    openSocket: (url, protocol, handlers) => {
      const socket = new FakeSocket(url, protocol, handlers)
      sockets.push(socket)
      return socket
    },
    devices: recordedDevices(devices),
    api: recordedApi(asked),
  })
  const phases: Snapshot['phase'][] = []
  conversation.subscribe(() => {
    const { phase } = conversation.getSnapshot()
    if (phases.at(-1) !== phase) phases.push(phase)
  })
  return { clock, sockets, metrics, ...asked, ...devices, conversation, phases }
}

/** Returns what the gateway says on the newest socket. */
function signalsTo(sockets: FakeSocket[]) {
  const deliver = (message: ServerMessage | object): void => sockets.at(-1)!.deliver(message)
  return {
    deliver,
    /** Tells the place in the provider's line. */
    queue: (status: 'waiting' | 'admitted' | 'timed_out'): void =>
      deliver({ type: 'queue_status', queue_status_event: { status } }),
    /** Ends the conversation. */
    async over(reason: EndReason, fault?: ConversationFault, message?: string): Promise<void> {
      deliver({ type: 'session_ended', session_ended_event: { reason, used_seconds: 33, fault, message } })
      await settle()
    },
  }
}

export function createStage() {
  const recorded = createRecorded()
  const { clock, sockets, conversation, microphone, player } = recorded
  const dropped = new Set<FakeSocket>()
  const stage = {
    ...recorded,
    get snapshot(): Snapshot {
      return conversation.getSnapshot()
    },
    get socket(): FakeSocket {
      return sockets.at(-1)!
    },
    /** Sends windows of sound from the microphone. */
    speak(level: number, windows = 1): void {
      for (let at = 0; at < windows; at++) microphone.handlers?.onFrame(Int16Array.of(100, -100), level)
    },
    async start(): Promise<void> {
      conversation.start('a1')
      await settle()
    },
    /** Goes as far as the open socket. */
    async open(): Promise<void> {
      await stage.start()
      stage.socket.open()
      await settle()
    },
    /** Goes as far as the first metadata. */
    async connect(): Promise<void> {
      await stage.open()
      stage.socket.deliver(metadata())
    },
    ...signalsTo(sockets),
    /** Ends the conversation from the person's side. */
    async end(): Promise<void> {
      conversation.end()
      await settle()
    },
    failMicrophone: (name: string): void => void (microphone.open = () => Promise.reject(new DOMException('no', name))),
    /** Returns what the page shows and holds. */
    get all(): Snapshot & typeof nothingHeld {
      return { ...conversation.getSnapshot(), ...stage.held() }
    },
    /** Returns what is still held; nothing may be after any end (D88). */
    held(): { microphones: number; players: number; openSockets: number; timers: number } {
      return {
        microphones: microphone.opened - microphone.closed,
        players: player.opened - player.closed,
        openSockets: sockets.filter((socket) => socket.closedWith === null && !dropped.has(socket)).length,
        timers: clock.pending,
      }
    },
    /** Closes the socket from the other side. */
    drop(code: number, reason = ''): void {
      dropped.add(stage.socket)
      stage.socket.drop(code, reason)
    },
  }
  return stage
}

/** Returns a stage on which the agent and the person are talking. */
export async function talking(prepare?: (stage: ReturnType<typeof createStage>) => void) {
  const stage = createStage()
  prepare?.(stage)
  await stage.connect()
  return stage
}

export const nothingHeld = { microphones: 0, players: 0, openSockets: 0, timers: 0 }

export function metadata(format = 'pcm_16000'): ServerMessage {
  return {
    type: 'conversation_initiation_metadata',
    conversation_initiation_metadata_event: { conversation_id: 'conv_1', agent_output_audio_format: format },
  }
}

export function sound(eventId: number, type: 'audio' | 'audio_event' = 'audio'): ServerMessage {
  return { type, audio_event: { audio_base_64: encodePcm(new Int16Array(320)), event_id: eventId } }
}

/** Returns the moment of a sample for a speaker 30 ms behind the graph. */
export function moment(graphMs: number): SoundMoment {
  return { graphMs, speakerMs: graphMs + 30 }
}
