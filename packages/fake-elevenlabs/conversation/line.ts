/** One open conversation socket: outgoing frames, pings, and the ways in which it ends. */
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { SentFrame } from './frames.ts'

/** Why the stand-in ends a conversation: the socket's code and text, and the error frame before it, if any. */
export interface Ending {
  code: number
  reason: string
  /** `flat` for an error frame with only a message, as the provider sends it for a used-up plan. */
  errorType?: string
}

const closeGraceMs = 2000
/** The protocol allows 123; a character cut in the middle may grow by two. */
const longestReasonBytes = 120
const alwaysSent: SentFrame['type'][] = ['conversation_initiation_metadata', 'queue_status', 'error']

export class Line {
  private readonly webSocket: WebSocket
  private readonly transport: Duplex
  private lastEventId = 0
  private pingId = 0
  private pingSentAtMs = 0
  private roundTripMs: number | null = null
  /** Set once the conversation's settings are known. Until then only frames that are always sent go out. */
  events = new Set<string>()

  constructor(webSocket: WebSocket, transport: Duplex) {
    this.webSocket = webSocket
    this.transport = transport
  }

  /** Ids grow by one with every turn, answer and tool call; pings are counted separately. */
  nextEventId(): number {
    this.lastEventId += 1
    return this.lastEventId
  }

  /** Sends a frame of a kind that the agent's clients subscribe to, and drops any other. */
  send(frame: SentFrame): void {
    if (!alwaysSent.includes(frame.type) && !this.events.has(frame.type)) return
    if (this.webSocket.readyState === this.webSocket.OPEN) this.webSocket.send(JSON.stringify(frame))
  }

  sendSound(pcm: Uint8Array, eventId: number): void {
    const base64 = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.length).toString('base64')
    this.send({ type: 'audio', audio_event: { audio_base_64: base64, event_id: eventId } })
  }

  /** Reports that the agent hangs up. */
  sendHangUp(): void {
    const eventId = this.nextEventId()
    this.send({
      type: 'agent_tool_response',
      agent_tool_response: {
        tool_name: 'end_call',
        tool_call_id: `call_${eventId}`,
        tool_type: 'system',
        event_id: eventId,
        is_error: false,
        is_called: true,
      },
    })
  }

  /** Sends a ping with the round trip of the one before. */
  ping(): void {
    this.pingId += 1
    this.pingSentAtMs = performance.now()
    this.send({ type: 'ping', ping_event: { event_id: this.pingId, ping_ms: this.roundTripMs } })
  }

  /** Measures the round trip; answers to older pings are ignored. */
  takePong(eventId: number): void {
    if (eventId === this.pingId) this.roundTripMs = Math.round(performance.now() - this.pingSentAtMs)
  }

  /** Closes cleanly. A client that does not answer the close is cut off. */
  end(ending: Ending): void {
    if (ending.errorType) {
      const { code, reason, errorType } = ending
      if (errorType === 'flat') this.send({ type: 'error', message: `received ${code} ${reason}` })
      else this.send({ type: 'error', error_event: { code, message: reason, error_type: errorType, reason } })
    }
    this.webSocket.close(ending.code, Buffer.from(ending.reason).subarray(0, longestReasonBytes).toString())
    setTimeout(() => this.webSocket.terminate(), closeGraceMs).unref()
  }

  /** Cuts the connection like a failing network. */
  reset(): void {
    if (this.transport instanceof Socket) this.transport.resetAndDestroy()
    else this.transport.destroy()
  }
}
