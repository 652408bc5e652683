import type { EndReason, ConversationFault } from '#contract/conversations/voice-socket.ts'
import { type OpenedConversation, type Progress, type Settled, settleConversation } from '../voice-sessions.ts'
import type { OpenSpan } from '../../spans.ts'
import { watchTalk } from '../after-talk.flow.ts'
import type { GatewayServices } from './services.ts'

const firstPauseMs = 200
const tries = 8

/**
 * The settlement of one conversation: once, with what was measured at its end and the reason that it had then, however
 * long the database is away.
 */
export class Settlement {
  readonly reason: EndReason
  readonly fault: ConversationFault | undefined
  /** What was charged; null until it is known. */
  settled: Settled | null = null
  #gateway: GatewayServices
  #opened: OpenedConversation
  #progress: Progress
  #late: Promise<boolean> | null = null

  constructor(
    gateway: GatewayServices,
    opened: OpenedConversation,
    progress: Progress,
    reason: EndReason,
    fault: ConversationFault | undefined,
  ) {
    this.#gateway = gateway
    this.#opened = opened
    this.#progress = progress
    this.reason = reason
    this.fault = fault
  }

  /** The same, and ends the conversation's span: how long it was and why it ended, and nothing about its person. */
  async settleIn(span: OpenSpan | null): Promise<boolean> {
    if (!span) return this.settle()
    const isSettled = await span.run(() => this.settle())
    const usedSeconds = Math.floor(this.#progress.usedMs / 1000)
    const attributes = { 'luna.end_reason': this.reason, 'luna.used_seconds': usedSeconds }
    span.end({ attributes, isFailed: this.reason === 'fault' || !isSettled })
    return isSettled
  }

  /** Tries for about 25 s. Returns whether the conversation is settled. */
  async settle(): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      if (await this.#try()) return true
      if (attempt === tries - 1) return false
      const pauseMs = firstPauseMs * 2 ** attempt
      await new Promise<void>((resolve) => this.#gateway.clock.after(pauseMs, resolve))
    }
  }

  /** Tries again after `settle` has given up. Returns true for the one call that succeeds. */
  async settleLate(): Promise<boolean> {
    if (this.settled) return false
    if (this.#late) return this.#late.then(() => false)
    this.#late = this.#try()
    const isSettled = await this.#late
    this.#late = null
    return isSettled
  }

  async #try(): Promise<boolean> {
    const { database, clock, log } = this.#gateway
    const { id } = this.#opened
    try {
      const ending = { id, reason: this.reason, progress: this.#progress, at: clock.now() }
      const settled = await settleConversation(database.step, ending)
      if (settled?.isFirst) this.#gateway.countEnded(this.reason, settled.chargedMs)
      await watchTalk(this.#gateway, this.#opened)
      this.settled = settled ?? { isFirst: false, chargedMs: 0, reason: this.reason }
      return true
    } catch (error) {
      log.error({ err: error, sessionId: id }, 'a conversation could not be settled yet')
      return false
    }
  }
}
