import type { Clock } from '../../clock.ts'
import type {
  EndReason,
  ServerMessage,
  ConversationFault,
  SessionWarning,
  TalkBound,
} from '#contract/conversations/voice-socket.ts'

const warnAtSeconds = [120, 30]
const wrapUpAtSeconds = 30
const silenceMs = 3 * 60_000
const silenceGraceSeconds = 30
const browserSilenceMs = 15_000
/** Limit per conversation, because a line that keeps dropping must not let people talk without paying (D176). */
const maxFreeMs = 60_000
const checkMs = 1000
/** Figures further away are renewed many times before. */
const maxTimerMs = 60_000

type Bound = SessionWarning['session_warning_event']['bound']

export interface LimitActions {
  send(message: ServerMessage): void
  /** Gives the agent a hint that it does not speak. */
  notifyAgent(text: string): void
  end(reason: EndReason): void
  /** The part of the conversation that is not charged. */
  freeMs(): number
}

export interface Figures {
  leftMs: number
  /** Nothing more becomes available by itself. */
  isLast: boolean
  /** What is used up then. */
  bound: TalkBound
}

/** Everything that ends a conversation by itself: balance, month's minutes, longest call, silence, a lost browser. */
export class Limits {
  #clock: Clock
  #maxMs: number
  #actions: LimitActions
  #lastFromBrowserMs: number
  #lastSpeechMs: number
  #startedMs: number | null = null
  #idleWarnedMs: number | null = null
  #warned = new Set<number>()
  #warnedOfLongest = new Set<number>()
  #stopChecks: () => void
  #cancelFigures: (() => void) | undefined

  constructor(clock: Clock, maxMinutes: number, actions: LimitActions) {
    this.#clock = clock
    this.#maxMs = maxMinutes * 60_000
    this.#actions = actions
    this.#lastFromBrowserMs = clock.monotonicMs()
    this.#lastSpeechMs = clock.monotonicMs()
    this.#stopChecks = clock.every(checkMs, () => this.#check())
  }

  start(): void {
    this.#startedMs = this.#clock.monotonicMs()
    this.#lastSpeechMs = this.#startedMs
  }

  /** Puts the conversation back in line: nothing is counted or warned about until the next `start`. */
  wait(): void {
    this.#startedMs = null
    this.#idleWarnedMs = null
    this.#cancelFigures?.()
  }

  stop(): void {
    this.#stopChecks()
    this.#cancelFigures?.()
  }

  heardFromBrowser(): void {
    this.#lastFromBrowserMs = this.#clock.monotonicMs()
  }

  heardSpeech(): void {
    this.#lastSpeechMs = this.#clock.monotonicMs()
    this.#idleWarnedMs = null
  }

  /**
   * Takes new figures of the balance. Warns at 120 and 30 s, or at once when it starts below (D73), and ends with the
   * last second. `retry` fetches new figures at the next warning or at the end, because minutes may have been bought
   * meanwhile.
   */
  renewed({ leftMs, isLast, bound }: Figures, retry: () => void): void {
    this.#cancelFigures?.()
    if (this.#startedMs === null) return
    if (isLast && leftMs < 1) return this.#actions.end(bound)
    this.#warned = this.#warnOnce(this.#warned, leftMs, bound)
    const untilWarnings = warnAtSeconds.map((seconds) => leftMs - seconds * 1000).filter((ms) => ms > 0)
    const untilNextMs = Math.min(...untilWarnings, isLast ? leftMs : Number.POSITIVE_INFINITY)
    if (untilNextMs < maxTimerMs) this.#cancelFigures = this.#clock.after(untilNextMs, retry)
  }

  /** Warns once when a passed mark is not in `warned`. Returns all marks passed so far. */
  #warnOnce(warned: Set<number>, leftMs: number, bound: Bound): Set<number> {
    const due = warnAtSeconds.filter((seconds) => leftMs <= seconds * 1000)
    if (due.some((seconds) => !warned.has(seconds))) this.#warn(Math.round(leftMs / 1000), bound)
    return new Set(due)
  }

  #warn(leftSeconds: number, bound: Bound): void {
    this.#actions.send({ type: 'session_warning', session_warning_event: { seconds_left: leftSeconds, bound } })
    if (leftSeconds <= wrapUpAtSeconds) {
      this.#actions.notifyAgent(`About ${leftSeconds} seconds left in this conversation. Please wrap up in a sentence.`)
    }
  }

  #check(): void {
    const nowMs = this.#clock.monotonicMs()
    const isGone = nowMs - this.#lastFromBrowserMs >= browserSilenceMs
    if (isGone || this.#actions.freeMs() >= maxFreeMs) return this.#actions.end('gone')
    if (this.#startedMs === null) return
    const longestLeftMs = this.#startedMs + this.#maxMs - nowMs
    if (longestLeftMs <= 0) return this.#actions.end('limit')
    this.#warnedOfLongest = this.#warnOnce(this.#warnedOfLongest, longestLeftMs, 'limit')
    if (this.#idleWarnedMs !== null) {
      if (nowMs - this.#idleWarnedMs >= silenceGraceSeconds * 1000) this.#actions.end('idle')
    } else if (nowMs - this.#lastSpeechMs >= silenceMs) {
      this.#idleWarnedMs = nowMs
      this.#actions.send({ type: 'session_idle', session_idle_event: { seconds_left: silenceGraceSeconds } })
    }
  }
}

/** Returns how the browser's socket is closed: a planned end with 1000, a fault with another code (D72, D73, D88). */
export function closeFor(reason: EndReason, fault: ConversationFault | undefined): { code: number; text: string } {
  if (reason !== 'fault') return { code: 1000, text: reason }
  if (fault === 'drain') return { code: 1012, text: 'The service restarts' }
  return { code: 1011, text: fault ?? 'fault' }
}
