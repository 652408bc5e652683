import type { WebSocket } from 'ws'
import type { EndReason, ServerMessage, SessionFault } from '#contract/voice-socket.ts'
import type { LiveConversation } from '../flows/live-conversations.ts'
import { keepIfWished } from '../domain/transcripts.ts'
import type { OpenedSession, Progress } from '../domain/voice-sessions.ts'
import { BrowserFrames } from './browser-frames.ts'
import { BrowserLeg } from './browser-leg.ts'
import { closeFor, Limits } from './limits.ts'
import { renewLease } from './lease.ts'
import { Meter } from './meter.ts'
import { ProviderLeg, type ProviderEnd } from './provider-leg.ts'
import type { GatewayServices } from './services.ts'
import { settle } from './settle.ts'
import { TranscriptLog } from './transcript-log.ts'

const tickMs = 5000
/**
 * Of one conversation. The agent speaks on while the person is away, and what it said is delivered afterwards: without
 * a bound, who leaves and comes back again and again would talk without paying.
 */
const maxAwayMs = 60_000

/** One live conversation: relays between browser and provider, measures, warns, stops, and settles once. */
export class Conversation implements LiveConversation {
  readonly userId: string
  readonly accountId: string
  #gateway: GatewayServices
  #session: OpenedSession
  #meter: Meter
  #frames: BrowserFrames
  #browser: BrowserLeg
  #provider: ProviderLeg
  #limits: Limits
  #transcript = new TranscriptLog()
  #agentSpoke = false
  #conversationId: string
  #begun: { conversationId: string; at: Date } | null = null
  /** How much talk time is held; beyond it nobody could be charged. */
  #heldMs = Number.POSITIVE_INFINITY
  #ending: Promise<void> | null = null
  #tickTimer: NodeJS.Timeout | undefined
  #ticking: Promise<void> = Promise.resolve()

  constructor(gateway: GatewayServices, session: OpenedSession, maxMinutes: number, socket: WebSocket) {
    const nowMs = gateway.clock.monotonicMs
    this.userId = session.userId
    this.accountId = session.accountId
    this.#gateway = gateway
    this.#session = session
    this.#conversationId = session.conversationId
    this.#meter = new Meter(nowMs)
    this.#frames = new BrowserFrames(nowMs)
    this.#limits = new Limits(nowMs, maxMinutes, {
      send: (message) => this.#tell(message),
      tellAgent: (text) => this.#provider.tell(text),
      end: (reason) => void this.end(reason),
    })
    this.#browser = new BrowserLeg({
      onFrame: (data, isBinary) => this.#takeFromBrowser(data, isBinary),
      onBroken: () => void this.end('fault'),
      onGone: (isClean) => this.#browserGone(isClean),
    })
    this.#provider = new ProviderLeg(gateway, session, maxMinutes, {
      onMetadata: (frame, conversationId) => this.#connected(frame, conversationId),
      onQueued: () => this.#waitInLine(),
      onAdmitted: () => this.#begin(),
      onMessage: (frame, message) => this.#takeFromProvider(frame, message),
      onEnd: (end) => void this.#providerEnded(end),
    })
    this.attach(socket)
    this.#scheduleTick()
  }

  /** A browser that comes, or comes back. */
  attach(socket: WebSocket): void {
    // An older socket may be dead without its end being told: what came after its last byte was a gap, too (D70).
    if (this.#browser.isPresent) this.#meter.pause(this.#limits.lastFromBrowserMs)
    this.#limits.heardFromBrowser()
    this.#browser.attach(socket)
    this.#provider.isBrowserPresent = true
    if (!this.#ending) this.#meter.resume()
    if (this.#meter.awayMs() > maxAwayMs) void this.end('gone')
  }

  renew(): void {
    this.#tick()
  }

  /** Ends and settles once; every way out comes here. */
  end(reason: EndReason, fault?: SessionFault): Promise<void> {
    this.#ending ??= this.#finish(reason, fault)
    return this.#ending
  }

  async #finish(reason: EndReason, fault: SessionFault | undefined): Promise<void> {
    clearTimeout(this.#tickTimer)
    this.#limits.stop()
    this.#meter.pause(reason === 'gone' ? this.#limits.lastFromBrowserMs : undefined)
    this.#provider.close()
    await this.#ticking
    const usedMs = this.#meter.usedMs()
    const settled = await settle(this.#gateway, this.#session, this.#progress(usedMs), reason)
    await this.#keepText()
    this.#gateway.live.remove(this.#session.id, this.#transcript.lines)
    const figures = { reason: settled.reason, used_seconds: Math.floor(settled.chargedMs / 1000), fault }
    this.#tell({ type: 'session_ended', session_ended_event: figures })
    const { code, text } = closeFor(settled.reason, fault)
    this.#browser.close(code, text)
  }

  /** Before anybody is told of the end, so that who then looks finds the text (D90). */
  async #keepText(): Promise<void> {
    const { lines } = this.#transcript
    if (lines.length === 0) return
    try {
      const at = this.#gateway.clock.now()
      await keepIfWished(this.#gateway.database.step, { sessionId: this.#session.id, userId: this.userId, lines, at })
    } catch (error) {
      // The recap still has the words, and its Keep button.
      this.#gateway.log.error({ err: error, sessionId: this.#session.id }, 'a text could not be kept')
    }
  }

  #connected(frame: Buffer, conversationId: string): void {
    this.#conversationId = conversationId
    this.#browser.sendMetadata(frame)
    if (!this.#provider.isQueued) this.#begin()
  }

  /** From here on time is charged: the provider's metadata, or admission when it queued (D70). */
  #begin(): void {
    if (this.#begun) return
    this.#begun = { conversationId: this.#conversationId, at: this.#gateway.clock.now() }
    this.#meter.start()
    if (!this.#browser.isPresent) this.#meter.pause()
    this.#limits.start()
    // The first figures at once: a balance that is already low must be seen before the first five seconds are over.
    this.#tick()
  }

  /** A provider may send its metadata first and queue then: what was counted since is not charged (D70). */
  #waitInLine(): void {
    if (!this.#begun || this.#agentSpoke || this.#ending) return
    this.#begun = null
    this.#meter = new Meter(this.#gateway.clock.monotonicMs)
    this.#limits.wait()
  }

  #takeFromProvider(frame: Buffer, message: ServerMessage): void {
    if (message.type === 'audio' || message.type === 'audio_event') {
      this.#agentSpoke = true
      this.#limits.heardSpeech()
    }
    if (message.type === 'user_transcript') this.#limits.heardSpeech()
    this.#transcript.take(message, this.#meter.usedMs() / 1000)
    this.#browser.send(frame)
  }

  #takeFromBrowser(data: Buffer, isBinary: boolean): void {
    this.#limits.heardFromBrowser()
    const verdict = this.#frames.judge(data, isBinary)
    switch (verdict.kind) {
      case 'sound':
        return this.#provider.send(verdict.frame)
      case 'typed':
        this.#limits.heardSpeech()
        this.#transcript.addTyped(verdict.text, this.#meter.usedMs() / 1000)
        return this.#provider.send(JSON.stringify({ type: 'user_message', text: verdict.text }))
      case 'pong':
        return this.#provider.pong(verdict.eventId)
      case 'pass':
        return this.#provider.send(JSON.stringify(verdict.frame))
      case 'mark':
        if (verdict.name === 'user_turn_start') this.#limits.heardSpeech()
        return
      case 'refuse':
        this.#browser.close(1008, verdict.reason)
        void this.end('fault')
        return
      case 'ignore':
    }
  }

  #browserGone(isClean: boolean): void {
    if (this.#ending) return
    if (isClean) return void this.end('user')
    // The provider's side is kept for a while; the person is not charged for it (D70, D76).
    this.#meter.pause(this.#limits.lastFromBrowserMs)
    this.#provider.isBrowserPresent = false
    if (this.#meter.awayMs() > maxAwayMs) void this.end('gone')
  }

  async #providerEnded(end: ProviderEnd): Promise<void> {
    if (end.kind === 'agent') return this.end('agent')
    if (end.kind === 'limit') return this.end('limit')
    this.#gateway.log.warn(
      { sessionId: this.#session.id, closeCode: end.code, fault: end.kind },
      'the provider ended a conversation',
    )
    return this.end('fault', end.kind)
  }

  #scheduleTick(): void {
    this.#tickTimer = setTimeout(() => {
      this.#provider.checkLine()
      this.#tick()
      this.#scheduleTick()
    }, tickMs)
  }

  /** Ticks follow each other, so that an old figure never comes after a newer one. */
  #tick(): void {
    this.#ticking = this.#ticking.then(async () => {
      if (this.#ending) return
      try {
        await this.#renew()
      } catch (error) {
        // What is held ahead carries the conversation over a short absence of the database, and no further.
        this.#gateway.log.warn({ err: error, sessionId: this.#session.id }, 'a tick could not be recorded')
        if (this.#meter.usedMs() >= this.#heldMs) void this.end('fault', 'dropped')
      }
    })
  }

  async #renew(): Promise<void> {
    const usedMs = this.#meter.usedMs()
    const lease = await renewLease(this.#gateway, this.#session, this.#progress(usedMs))
    if (this.#ending) return
    if (lease.state === 'no_access') return void this.end('access')
    if (lease.state !== 'running') return void this.end('user')
    this.#heldMs = lease.heldMs
    this.#limits.renewed(lease, () => this.#tick())
    if (!this.#meter.isStarted) return
    const figures = { used_seconds: Math.floor(usedMs / 1000), seconds_left: Math.floor(lease.leftMs / 1000) }
    this.#tell({ type: 'session_tick', session_tick_event: figures })
  }

  #progress(usedMs: number): Progress {
    return { usedMs: Math.floor(usedMs), agentSpoke: this.#agentSpoke, begun: this.#begun }
  }

  #tell(message: ServerMessage): void {
    this.#browser.send(JSON.stringify(message))
  }
}
