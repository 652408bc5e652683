import type { ClientMessage } from '#contract/conversations/voice-socket.ts'
import { type Clock, Timers } from './clock.ts'
import { responseRequestDelayMs, thinkingLimitMs } from './constants.ts'
import type { Activity, MetricName, SoundMetric } from './conversation-state.ts'
import type { SoundMoment } from './sound/devices.ts'
import { SpeechDetector } from './sound/speech.ts'

interface TurnHandlers {
  send: (message: ClientMessage) => void
  onActivity: (activity: Activity) => void
  onMetric: (name: MetricName, ms: number) => void
  /** The agent starts to speak, this long after the user has finished. */
  onAnswer: (answerMs: number) => void
}

/**
 * Tracks whose turn it is: follows the user's sound and the agent's playback, sends the turn signals (S247, D78) and
 * measures how long answers and interruptions take.
 */
export class Turns {
  readonly #clock: Clock
  readonly #handlers: TurnHandlers
  readonly #timers: Timers<'request' | 'thinking'>
  readonly #speech = new SpeechDetector()
  #agentSpeaking = false
  #thinking = false
  #activity: Activity = 'listening'
  /** Start times of what is being measured, on the page's clock. */
  #requestedAt: number | null = null
  /** When the user finished; the end of the turn is found only after some silence. */
  #finishedAt = 0
  #interruptedAt: number | null = null
  #soundAt: number | null = null
  #interruptedId = -1

  constructor(clock: Clock, handlers: TurnHandlers) {
    this.#clock = clock
    this.#handlers = handlers
    this.#timers = new Timers(clock)
  }

  setPatience(ms: number): void {
    this.#speech.setPatience(ms)
  }

  /** Takes the amplitude of the user's next window. */
  hearPerson(level: number): void {
    const edge = this.#speech.hear(level)
    if (edge === 'started') this.#startTurn()
    else if (edge === 'stopped') this.#stopTurn()
  }

  /** Awaits the answer from now on: after a spoken turn, or at once after a typed one. */
  awaitAnswer(finishedAt = this.#clock.now()): void {
    this.#thinking = true
    this.#finishedAt = finishedAt
    this.#requestedAt = this.#clock.now()
    this.#timers.set('thinking', thinkingLimitMs, () => this.#stopThinking())
    this.#notify()
  }

  /** Notes incoming agent sound; the first of a response is measured to its first sample. */
  soundArrived(eventId: number): void {
    if (!this.#agentSpeaking && eventId > this.#interruptedId) this.#soundAt ??= this.#clock.now()
  }

  interrupted(eventId: number): void {
    this.#interruptedId = Math.max(this.#interruptedId, eventId)
    this.#soundAt = null
    if (this.#agentSpeaking) this.#interruptedAt = this.#clock.now()
  }

  agentStarted(at: SoundMoment): void {
    if (this.#soundAt !== null) this.#measure('message_to_sound', this.#soundAt, at)
    if (this.#requestedAt !== null) {
      this.#measure('turn_to_sound', this.#requestedAt, at)
      this.#handlers.onAnswer(at.speakerMs - this.#finishedAt)
    }
    this.#soundAt = this.#requestedAt = null
    this.#agentSpeaking = true
    this.#stopThinking()
  }

  agentSilent(interrupted: boolean, at: SoundMoment): void {
    if (interrupted && this.#interruptedAt !== null) this.#measure('interruption_to_silence', this.#interruptedAt, at)
    this.#interruptedAt = null
    this.#agentSpeaking = false
    this.#notify()
  }

  /** Returns to listening without a signal. */
  reset(): void {
    this.#timers.clearAll()
    this.#speech.reset()
    this.#agentSpeaking = this.#thinking = false
    this.#requestedAt = this.#interruptedAt = this.#soundAt = null
    this.#notify()
  }

  #measure(name: SoundMetric, fromMs: number, { graphMs, speakerMs }: SoundMoment): void {
    this.#handlers.onMetric(name, graphMs - fromMs)
    this.#handlers.onMetric(`${name}_at_speaker`, speakerMs - fromMs)
  }

  #startTurn(): void {
    this.#timers.clear('request')
    this.#handlers.send({ type: 'user_turn_start' })
    this.#requestedAt = null
    this.#stopThinking()
  }

  #stopTurn(): void {
    const finishedAt = this.#clock.now() - this.#speech.patienceMs
    this.#handlers.send({ type: 'user_turn_stop' })
    this.#timers.set('request', responseRequestDelayMs, () => {
      this.#handlers.send({ type: 'response_request' })
      this.awaitAnswer(finishedAt)
    })
    this.#notify()
  }

  #stopThinking(): void {
    this.#timers.clear('thinking')
    this.#thinking = false
    this.#notify()
  }

  #notify(): void {
    const activity = this.#current()
    if (activity === this.#activity) return
    this.#activity = activity
    this.#handlers.onActivity(activity)
  }

  #current(): Activity {
    if (this.#speech.speaking) return 'user_speaking'
    if (this.#agentSpeaking) return 'agent_speaking'
    return this.#thinking ? 'thinking' : 'listening'
  }
}
