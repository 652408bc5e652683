import type { TranscriptLine } from '#contract/conversations/voice.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import type { Clock } from '../../clock.ts'

/** A conversation that this process carries. */
export interface LiveConversation {
  readonly userId: string
  /** The paying account. */
  readonly accountId: string
  /** Reads at once what is left and sends it to the browser. */
  renew(): void
  /** It has ended but could not be settled yet. */
  readonly isUnsettled: boolean
  /** Ends and settles, unless that has happened; an end that could not be settled keeps its own reason. */
  end(reason: EndReason): Promise<void>
}

const memoryMs = 10 * 60_000

/**
 * What this process knows of conversations and never stores: those it carries, and for ten minutes the words of those
 * that have ended, for the recap's Keep button and for a resumed call (D76, D90).
 */
export class LiveConversations {
  /** Another process takes what is new, and this one ends with the last of its conversations. */
  isRetiring = false
  #live = new Map<string, LiveConversation>()
  #recent = new Map<string, { userId: string; lines: TranscriptLine[]; endedAt: Date }>()
  #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(sessionId: string, conversation: LiveConversation): void {
    this.#live.set(sessionId, conversation)
  }

  find(sessionId: string): LiveConversation | undefined {
    return this.#live.get(sessionId)
  }

  all(): LiveConversation[] {
    return [...this.#live.values()]
  }

  /** Reports new minutes of an account: conversations here show them at once, others with their next tick. */
  renewAccount(accountId: string): void {
    for (const conversation of this.#live.values()) if (conversation.accountId === accountId) conversation.renew()
  }

  /** Removes an ended conversation and remembers its words for a while. */
  remove(sessionId: string, lines: TranscriptLine[]): void {
    const conversation = this.#live.get(sessionId)
    if (!conversation) return
    this.#live.delete(sessionId)
    this.#recent.set(sessionId, { userId: conversation.userId, lines, endedAt: this.#clock.now() })
    setTimeout(() => this.#recent.delete(sessionId), memoryMs).unref()
  }

  /** Drops the words of an ended conversation. */
  dropWords(sessionId: string): void {
    this.#recent.delete(sessionId)
  }

  /** Returns the words of a conversation that ended within ten minutes; null when they are gone or another's. */
  recall(sessionId: string, userId: string): TranscriptLine[] | null {
    const remembered = this.#recent.get(sessionId)
    if (!remembered || remembered.userId !== userId) return null
    return this.#clock.now().getTime() - remembered.endedAt.getTime() < memoryMs ? remembered.lines : null
  }
}
