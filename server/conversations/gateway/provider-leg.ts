import { WebSocket } from 'ws'
import type { TranscriptLine } from '#contract/conversations/voice.ts'
import type { InitiationMetadata, ServerMessage } from '#contract/conversations/voice-socket.ts'
import type { OpenedConversation } from '../voice-sessions.ts'
import { variablesOf, withOwnLines } from '../../voice-provider/elevenlabs/own-lines.ts'
import { bytesPerMs, type ClientToolCall, readProviderFrame } from './provider-frames.ts'
import type { GatewayServices } from './services.ts'

const metadataDeadlineMs = 10_000
/** A close this soon after the metadata means a refused configuration rather than a dropped line. */
const refusedWithinMs = 2000
const maxWaitingBytes = 1024 * 1024
/** A provider that reads this slowly is treated as gone. */
const maxBufferedBytes = 8 * 1024 * 1024
const resumedLines = 8
/** After this many checks without an answer the line is dead, even if its socket is still open. */
const maxUnheardChecks = 3

export type ProviderEnd = { kind: 'agent' | 'limit' | 'refused' | 'busy' | 'dropped'; code: number }

export interface ProviderEvents {
  onMetadata(frame: Buffer, conversationId: string): void
  /** The conversation has to wait in line. Its metadata may have come before. */
  onQueued(): void
  /** A queued conversation was admitted after its metadata came. */
  onAdmitted(): void
  /** A frame as it came, and its content; for sound, everything except the sound itself, and its length. */
  onMessage(frame: Buffer, message: ServerMessage, soundMs: number): void
  /** The agent calls a tool; `sendToolResult` answers it. */
  onToolCall(call: ClientToolCall['client_tool_call']): void
  /** Called once, unless `close` was called before. */
  onEnd(end: ProviderEnd): void
}

/** The provider's end of a conversation. Its address and key never leave the server (D67). */
export class ProviderLeg {
  /** While no browser is present, this side answers the provider's pings itself. */
  isBrowserPresent = true
  isQueued = false
  #gateway: GatewayServices
  #events: ProviderEvents
  #socket: WebSocket | null
  #metadataAtMs: number | null = null
  #soundBytesPerMs = bytesPerMs(undefined)
  #lastError: 'limit' | 'busy' | null = null
  #waiting: (Buffer | string)[] = []
  #waitingBytes = 0
  #cancelDeadline: (() => void) | undefined
  #unheardChecks = 0
  #isOver = false

  constructor(gateway: GatewayServices, opened: OpenedConversation, maxMinutes: number, events: ProviderEvents) {
    this.#gateway = gateway
    this.#events = events
    const previous = opened.resumeOf ? gateway.live.recall(opened.resumeOf, opened.userId) : null
    this.#socket = opened.providerUrl ? gateway.voice.connect(opened.providerUrl) : null
    if (!this.#socket) {
      queueMicrotask(() => this.#end({ kind: 'refused', code: 1006 }))
      return
    }
    this.#expectMetadata()
    this.#socket.on('open', () => {
      const variables = variablesOf({ at: gateway.clock.now(), timeZone: opened.timeZone, memory: opened.memory })
      this.#socket?.send(JSON.stringify(initiation(opened, maxMinutes, previous, variables)))
    })
    this.#socket.on('message', (data, isBinary) => {
      this.#unheardChecks = 0
      if (!isBinary) this.#take(data as Buffer, previous)
    })
    this.#socket.on('pong', () => {
      this.#unheardChecks = 0
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', (code) => this.#closed(code))
  }

  /** Sends a frame. Frames wait until the provider is ready, but speech during its queue is dropped. */
  send(frame: Buffer | string): void {
    if (this.isQueued) return
    if (this.#metadataAtMs !== null) {
      if ((this.#socket?.bufferedAmount ?? 0) > maxBufferedBytes) this.#end({ kind: 'dropped', code: 1006 })
      else this.#socket?.send(frame, { binary: false })
    } else if (this.#waitingBytes + frame.length <= maxWaitingBytes) {
      this.#waiting.push(frame)
      this.#waitingBytes += frame.length
    }
  }

  /** Answers the provider's own ping, even while the person waits in line. */
  pong(eventId: number): void {
    const text = JSON.stringify({ type: 'pong', event_id: eventId })
    if (this.isQueued && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    else this.send(text)
  }

  /** Ends a line that died silently, which its socket reports only after minutes. Call it every few seconds. */
  checkLine(): void {
    if (this.#metadataAtMs === null) return
    if (++this.#unheardChecks > maxUnheardChecks) this.#end({ kind: 'dropped', code: 1006 })
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.ping()
  }

  /** Gives the agent a hint without interrupting it. */
  notify(text: string): void {
    this.send(JSON.stringify({ type: 'contextual_update', text }))
  }

  /** Answers a call of a tool. Each is answered once, and only here: no browser sees or answers calls. */
  sendToolResult(tool_call_id: string, { result, isError }: { result: string; isError: boolean }): void {
    this.send(JSON.stringify({ type: 'client_tool_result', tool_call_id, result, is_error: isError }))
  }

  close(): void {
    this.#isOver = true
    this.#cancelDeadline?.()
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close(1000)
    setTimeout(() => socket.terminate(), 3000).unref()
  }

  #expectMetadata(): void {
    this.#cancelDeadline?.()
    const expire = () => this.#end({ kind: 'refused', code: 1006 })
    this.#cancelDeadline = this.#gateway.clock.after(metadataDeadlineMs, expire)
  }

  #take(frame: Buffer, previous: TranscriptLine[] | null): void {
    const read = readProviderFrame(frame)
    if (!read || this.#isOver) return
    const { message, soundBytes } = read
    switch (message.type) {
      case 'conversation_initiation_metadata':
        return this.#takeMetadata(frame, message.conversation_initiation_metadata_event, previous)
      case 'queue_status':
        this.#takeQueue(message.queue_status_event.status)
        break
      case 'ping':
        if (this.isBrowserPresent) break
        return this.pong(message.ping_event.event_id)
      case 'client_tool_call':
        return this.#events.onToolCall(message.client_tool_call)
      case 'error':
        this.#lastError = judgeError(
          `${message.error_event?.error_type ?? ''} ${message.error_event?.message ?? ''} ${message.message ?? ''}`,
        )
        return
    }
    this.#events.onMessage(frame, message, soundBytes / this.#soundBytesPerMs)
  }

  #takeMetadata(
    frame: Buffer,
    metadata: InitiationMetadata['conversation_initiation_metadata_event'],
    previous: TranscriptLine[] | null,
  ): void {
    if (this.#metadataAtMs !== null) return
    this.#cancelDeadline?.()
    this.#soundBytesPerMs = bytesPerMs(metadata.agent_output_audio_format)
    this.#metadataAtMs = this.#gateway.clock.monotonicMs()
    if (previous) this.notify(`The connection was lost a moment ago. Said before: ${quote(previous)}`)
    for (const waiting of this.#waiting) this.#socket?.send(waiting, { binary: false })
    this.#waiting = []
    this.#events.onMetadata(frame, metadata.conversation_id)
  }

  #takeQueue(status: 'waiting' | 'admitted' | 'timed_out'): void {
    this.isQueued = status === 'waiting'
    if (status === 'waiting') {
      this.#cancelDeadline?.()
      return this.#events.onQueued()
    }
    if (status === 'timed_out') return this.#end({ kind: 'busy', code: 1000 })
    if (status !== 'admitted') return
    if (this.#metadataAtMs === null) this.#expectMetadata()
    else this.#events.onAdmitted()
  }

  #closed(code: number): void {
    this.#end({ kind: this.#judgeClose(code), code })
  }

  #judgeClose(code: number): ProviderEnd['kind'] {
    if (this.#lastError === 'busy' || code === 3008) return 'busy'
    if (this.#lastError === 'limit') return 'limit'
    if (this.#metadataAtMs === null) return 'refused'
    if (this.#gateway.clock.monotonicMs() - this.#metadataAtMs < refusedWithinMs) return 'refused'
    return code === 1000 || code === 1001 ? 'agent' : 'dropped'
  }

  #end(end: ProviderEnd): void {
    if (this.#isOver) return
    this.close()
    this.#events.onEnd(end)
  }
}

/** Returns our own initiation. It holds nothing that a client asked for (D79) but the words that an admin tries. */
function initiation(
  opened: OpenedConversation,
  maxMinutes: number,
  previous: TranscriptLine[] | null,
  variables: Record<string, string>,
): unknown {
  const { testWords: tried } = opened
  const words = opened.prompt ?? tried?.systemPrompt
  const agent = {
    ...(tried && { first_message: tried.firstMessage }),
    ...(previous && { first_message: 'We were cut off. I am back, please go on.' }),
    ...(words && { prompt: { prompt: withOwnLines(words) } }),
  }
  return {
    type: 'conversation_initiation_client_data',
    conversation_config_override: {
      conversation: { max_duration_seconds: maxMinutes * 60 },
      ...(Object.keys(agent).length > 0 && { agent }),
      ...(tried && { tts: { voice_id: tried.providerVoiceId } }),
    },
    dynamic_variables: { user_name: opened.firstName, ...variables },
    // Reveals nothing about the person, but finds all that is theirs at the provider.
    user_id: opened.userId,
    source_info: { source: 'luna', version: '1' },
  }
}

function quote(lines: TranscriptLine[]): string {
  return lines
    .slice(-resumedLines)
    .map((line) => `${line.speaker === 'you' ? 'Person' : 'Agent'}: ${line.text}`)
    .join(' / ')
}

function judgeError(text: string): 'limit' | 'busy' | null {
  if (/max_duration_exceeded|exceeded the maximum duration/i.test(text)) return 'limit'
  return /quota|concurrent|capacity|rate limit/i.test(text) ? 'busy' : null
}
