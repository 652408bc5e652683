import type { WebSocket } from 'ws'
import type { EndReason, ServerMessage, ConversationFault } from '#contract/conversations/voice-socket.ts'
import type { LiveConversation } from './live-conversations.ts'
import { noteFirstSound, type OpenedConversation, type Progress } from '../voice-sessions.ts'
import { BrowserFrames } from './browser-frames.ts'
import { ChargedLine } from './charged-line.ts'
import { keepText, TranscriptLog } from './transcript-log.ts'
import { openSpan } from '../../spans.ts'
import { closeFor, Limits } from './limits.ts'
import { ProviderLeg, type ProviderEnd } from './provider-leg.ts'
import type { GatewayServices } from './services.ts'
import { Settlement } from './settle.ts'
import { renewLease, tickOf } from './ticks.ts'
import { ToolAnswers } from './tool-answers.ts'

/** One live conversation: it relays between browser and provider, measures, warns, stops, and settles once. */
export class Conversation implements LiveConversation {
  readonly userId: string
  readonly accountId: string
  #gateway: GatewayServices
  #opened: OpenedConversation
  #frames: BrowserFrames
  #line: ChargedLine
  #provider: ProviderLeg
  #limits: Limits
  #tools: ToolAnswers
  #transcript = new TranscriptLog()
  #span = openSpan({ name: 'conversation', kind: 'server' })
  #agentSpoke = false
  #conversationId: string
  #begun: { conversationId: string; at: Date } | null = null
  /** The talk time that is held; time beyond it could not be charged. */
  #heldMs = Number.POSITIVE_INFINITY
  #ending: Promise<void> | null = null
  /** Set once it has ended. */
  #settlement: Settlement | null = null
  #stopTicks: () => void
  #ticking: Promise<void> = Promise.resolve()

  constructor(gateway: GatewayServices, opened: OpenedConversation, maxMinutes: number, socket: WebSocket) {
    const { clock } = gateway
    this.userId = opened.userId
    this.accountId = opened.accountId
    this.#gateway = gateway
    this.#opened = opened
    this.#conversationId = opened.conversationId
    this.#frames = new BrowserFrames(clock.monotonicMs)
    this.#limits = new Limits(clock, maxMinutes, {
      send: (message) => this.#line.notify(message),
      notifyAgent: (text) => this.#provider.notify(text),
      end: (reason) => void this.end(reason),
      freeMs: () => this.#line.figures().freeMs,
    })
    this.#line = new ChargedLine(clock, {
      onFrame: (data, isBinary) => this.#takeFromBrowser(data, isBinary),
      onBroken: () => void this.end('fault'),
      onLeft: () => void this.end('user'),
      onLine: (isAlive, soundMs) => this.#lineChanged(isAlive, soundMs),
    })
    this.#provider = new ProviderLeg(gateway, opened, maxMinutes, {
      onMetadata: (frame, conversationId) => this.#connected(frame, conversationId),
      onQueued: () => this.#waitInLine(),
      onAdmitted: () => this.#begin(),
      onMessage: (frame, message, soundMs) => this.#takeFromProvider(frame, message, soundMs),
      onToolCall: (call) => void this.#tools.take(call, this.#line.figures().usedMs / 1000),
      onEnd: (end) => void this.#providerEnded(end),
    })
    this.#tools = new ToolAnswers(gateway, opened, {
      answer: (callId, answer) => this.#provider.sendToolResult(callId, answer),
      notify: (message) => this.#line.notify(message),
    })
    this.#stopTicks = gateway.ticks.every(() => {
      this.#provider.checkLine()
      this.#tick()
    })
    this.attach(socket)
  }

  /** Takes the socket of a browser that comes or returns. */
  attach(socket: WebSocket): void {
    this.#limits.heardFromBrowser()
    this.#line.attach(socket)
    if (this.#settlement) this.#sayGoodbye(this.#settlement)
  }

  get isUnsettled(): boolean {
    return this.#settlement !== null && this.#settlement.settled === null
  }

  renew(): void {
    this.#tick()
  }

  /** Ends and settles once; every end goes through here. Each later call tries again what could not be settled. */
  async end(reason: EndReason, fault?: ConversationFault): Promise<void> {
    if (!this.#ending) {
      this.#ending = this.#finish(reason, fault)
      return this.#ending
    }
    await this.#ending
    if (await this.#settlement?.settleLate()) await this.#putAway()
  }

  async #finish(reason: EndReason, fault: ConversationFault | undefined): Promise<void> {
    this.#stopTicks()
    this.#limits.stop()
    this.#line.end()
    this.#provider.close()
    await this.#ticking
    const settlement = new Settlement(this.#gateway, this.#opened, this.#progress(), reason, fault)
    if (await settlement.settleIn(this.#span)) await this.#putAway()
    this.#settlement = settlement
    this.#sayGoodbye(settlement)
  }

  /** Removes the conversation once it is settled. */
  async #putAway(): Promise<void> {
    await keepText(this.#gateway, this.#opened, this.#transcript.lines)
    this.#gateway.live.remove(this.#opened.id, this.#transcript.lines)
  }

  /** Sends the person what the end brought, even when they return before it is settled. */
  #sayGoodbye({ reason, fault, settled }: Settlement): void {
    const used_seconds = settled && Math.floor(settled.chargedMs / 1000)
    const ended = settled?.reason ?? reason
    this.#line.notify({ type: 'session_ended', session_ended_event: { reason: ended, used_seconds, fault } })
    const { code, text } = closeFor(ended, fault)
    this.#line.close(code, text)
  }

  #connected(frame: Buffer, conversationId: string): void {
    this.#conversationId = conversationId
    this.#line.sendMetadata(frame)
    if (!this.#provider.isQueued) this.#begin()
  }

  /** Starts charging time: at the provider's metadata, or at admission when it queued (D70). */
  #begin(): void {
    if (this.#begun) return
    this.#begun = { conversationId: this.#conversationId, at: this.#gateway.clock.now() }
    this.#line.start()
    this.#limits.start()
    // Sends the first figures at once, because a low balance must be visible before the first five seconds are over.
    this.#tick()
  }

  /** A provider may send its metadata first and queue then; what was counted since is not charged (D70). */
  #waitInLine(): void {
    if (!this.#begun || this.#agentSpoke || this.#ending) return
    this.#begun = null
    this.#line.reset()
    this.#limits.wait()
  }

  #takeFromProvider(frame: Buffer, message: ServerMessage, soundMs: number): void {
    if (message.type === 'audio' || message.type === 'audio_event') {
      if (!this.#agentSpoke) this.#noteFirstSound()
      this.#limits.heardSpeech()
    }
    if (message.type === 'user_transcript') this.#limits.heardSpeech()
    if (message.type === 'interruption') this.#line.cutSoundOff()
    this.#transcript.take(message, this.#line.figures().usedMs / 1000)
    this.#line.pass(frame, soundMs)
  }

  #noteFirstSound(): void {
    this.#agentSpoke = true
    const { database, clock, log } = this.#gateway
    noteFirstSound(database.step, this.#opened.id, clock.now()).catch((error: unknown) =>
      log.warn({ err: error, sessionId: this.#opened.id }, 'the first sound could not be noted'),
    )
  }

  #takeFromBrowser(data: Buffer, isBinary: boolean): void {
    this.#limits.heardFromBrowser()
    const verdict = this.#frames.judge(data, isBinary)
    switch (verdict.kind) {
      case 'sound':
        return this.#provider.send(verdict.frame)
      case 'typed':
        this.#limits.heardSpeech()
        this.#transcript.addTyped(verdict.text, this.#line.figures().usedMs / 1000)
        return this.#provider.send(JSON.stringify({ type: 'user_message', text: verdict.text }))
      case 'pong':
        return this.#provider.pong(verdict.eventId)
      case 'pass':
        return this.#provider.send(JSON.stringify(verdict.frame))
      case 'mark':
        if (verdict.name === 'user_turn_start') this.#limits.heardSpeech()
        return
      case 'refuse':
        this.#line.close(1008, verdict.reason)
        void this.end('fault')
        return
      case 'ignore':
    }
  }

  /** The provider's side stays open for a while, and time is free only while nothing is delivered (D70, D76, D176). */
  #lineChanged(isAlive: boolean, soundMs: number): void {
    this.#provider.isBrowserPresent = isAlive
    // The charge for the sound of a gap may use up what is left.
    if (soundMs > 0) this.#tick()
  }

  async #providerEnded(end: ProviderEnd): Promise<void> {
    if (end.kind === 'agent') return this.end('agent')
    if (end.kind === 'limit') return this.end('limit')
    this.#gateway.log.warn(
      { sessionId: this.#opened.id, closeCode: end.code, fault: end.kind },
      'the provider ended a conversation',
    )
    return this.end('fault', end.kind)
  }

  /** Ticks run one after the other, so that an old figure never follows a newer one. */
  #tick(): void {
    this.#ticking = this.#ticking.then(async () => {
      if (this.#ending) return
      try {
        await this.#renew()
      } catch (error) {
        // The time held ahead carries the conversation over a short absence of the database, and no further.
        this.#gateway.log.warn({ err: error, sessionId: this.#opened.id }, 'a tick could not be recorded')
        if (this.#line.figures().usedMs >= this.#heldMs) void this.end('fault', 'dropped')
      }
    })
  }

  async #renew(): Promise<void> {
    const progress = this.#progress()
    const lease = await renewLease(this.#gateway, this.#opened, progress)
    if (this.#ending) return
    if (lease.state === 'no_access') return void this.end('access')
    if (lease.state !== 'running') return void this.end('user')
    this.#heldMs = lease.heldMs
    // A slow database must not move the end: what is left counts from when the progress was read.
    const leftMs = Math.max(0, lease.leftMs - (this.#line.figures().usedMs - progress.usedMs))
    this.#limits.renewed({ ...lease, leftMs }, () => this.#tick())
    if (!this.#line.isStarted) return
    this.#line.notify(tickOf(progress, lease))
  }

  #progress(): Progress {
    return { ...this.#line.figures(), gap: this.#line.gap(), agentSpoke: this.#agentSpoke, begun: this.#begun }
  }
}
