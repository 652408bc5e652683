import { WebSocket } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { playInRealTime, SoundSink, SoundSource, sharedNowMs } from './sound.ts'

/**
 * A client of the voice socket that behaves like a browser: it sends sound without a pause, answers pings and accepts
 * everything.
 */
export class Caller {
  readonly source = new SoundSource()
  readonly sink = new SoundSink()
  /** The provider's id of the conversation, from the metadata. */
  conversationId = ''
  /** From the metadata until the socket was closed. */
  lastedMs = 0
  #socket: WebSocket
  #beganAtMs = 0
  #hush = () => {}

  private constructor(url: string) {
    this.#socket = new WebSocket(url, [voiceSubprotocol], { perMessageDeflate: false })
  }

  /** Resolves when the provider has begun the conversation. */
  static async call(url: string): Promise<Caller> {
    const caller = new Caller(url)
    await caller.#begin()
    return caller
  }

  #begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.on('error', reject)
      this.#socket.on('close', (code) => reject(new Error(`The conversation was closed with ${code}`)))
      this.#socket.on('open', () => this.#socket.send('{"type":"conversation_initiation_client_data"}'))
      this.#socket.on('message', (data) => this.#take((data as Buffer).toString('utf8'), resolve))
    })
  }

  #take(text: string, begun: () => void): void {
    const frame = JSON.parse(text) as {
      type: string
      audio_event?: { audio_base_64: string }
      ping_event?: { event_id: number }
      conversation_initiation_metadata_event?: { conversation_id: string }
    }
    if (frame.audio_event) return this.sink.take(frame.audio_event.audio_base_64)
    if (frame.ping_event) this.#socket.send(JSON.stringify({ type: 'pong', event_id: frame.ping_event.event_id }))
    if (!frame.conversation_initiation_metadata_event) return
    this.conversationId = frame.conversation_initiation_metadata_event.conversation_id
    this.#beganAtMs = sharedNowMs()
    // Spelled as the browser's engine does.
    this.#hush = playInRealTime(() => this.#socket.send(`{"user_audio_chunk":"${this.source.next()}"}`))
    begun()
  }

  hush(): void {
    this.#hush()
  }

  /** Hangs up like a person who presses End. */
  async end(): Promise<void> {
    this.lastedMs = sharedNowMs() - this.#beganAtMs
    const closed = new Promise((resolve) => this.#socket.once('close', resolve))
    this.#socket.close(1000)
    await closed
  }
}
