import type {
  AgentResponseCorrection,
  AudioMessage,
  ClientMessage,
  ServerMessage,
  SessionTick,
} from '#contract/conversations/voice-socket.ts'
import { CallTimer } from './call-timer.ts'
import { type Clock, Timers } from './clock.ts'
import { defaultPlaybackRateHz } from './constants.ts'
import type { Activity, ConversationDependencies, NotedStep, Snapshot } from './conversation-state.ts'
import type { Problem } from './problems.ts'
import { CallSound } from './sound/call-sound.ts'
import { decodePcm, parsePcmRateHz } from './sound/pcm.ts'
import { Turns } from './turns.ts'
import { addLine, correctLine, type TranscriptLine } from './transcript.ts'

/** Above this the warning is lifted, because minutes were bought (D73). */
const warningLiftsSeconds = 120

interface TalkHandlers {
  publish: (patch: Partial<Snapshot>) => void
  send: (message: ClientMessage) => void
  /** One window of the user's sound, zeros while muted. */
  onWindow: (samples: Int16Array, silent: boolean) => void
  onFailed: (problem: Problem) => void
}

/** The running call's lines, sound, turns and time. */
export class Talk {
  readonly sound: CallSound
  readonly turns: Turns
  readonly noted: NotedSteps
  readonly #clock: Clock
  readonly #handlers: TalkHandlers
  readonly #timer = new CallTimer()
  readonly #timers: Timers<'second'>
  #running = false
  /** Set at the first counted second; from then on the conversation continues without a microphone. */
  #hasBegun = false
  #lines: readonly TranscriptLine[] = []
  #idleUntilMs: number | null = null
  #limitAtMs: number | null = null
  #unknownFrames = 0

  constructor({ devices, clock, onMetric }: ConversationDependencies, handlers: TalkHandlers) {
    this.#clock = clock
    this.#handlers = handlers
    this.#timers = new Timers(clock)
    this.noted = new NotedSteps(clock, (noted) => handlers.publish({ noted }))
    this.turns = new Turns(clock, {
      send: handlers.send,
      onMetric: (name, ms) => onMetric?.(name, ms),
      onActivity: (activity) => this.#onActivity(activity),
      onAnswer: (answerMs) => handlers.publish({ answerMs }),
    })
    this.sound = new CallSound(devices, clock, {
      onWindow: (samples, level, silent) => {
        if (this.#running) this.turns.hearPerson(level)
        handlers.onWindow(samples, silent)
      },
      onMicrophone: (lost) => this.#onMicrophone(lost),
      onUnheard: (isMicrophoneSilent) => handlers.publish({ isMicrophoneSilent }),
      onFailed: handlers.onFailed,
      onStarted: (at) => this.turns.agentStarted(at),
      onSilent: (interrupted, at) => this.turns.agentSilent(interrupted, at),
      onBlocked: (soundBlocked) => handlers.publish({ soundBlocked }),
    })
  }

  get elapsedSeconds(): number {
    return this.#timer.elapsedSeconds(this.#clock.now())
  }

  /** Starts the clock, also after a pause. */
  run(): void {
    this.#running = this.#hasBegun = true
    this.#timer.start(this.#clock.now())
    this.#showTime()
  }

  /** Stops the clock and the turns while the socket is gone. */
  pause(): void {
    this.#timer.pause(this.#clock.now())
    this.stop()
  }

  /** Resets the clock: waiting in the queue is free, and counting starts at admission (D70). */
  rewind(): void {
    this.#timer.reset()
    this.#hasBegun = false
    this.stop()
  }

  stop(): void {
    this.#running = false
    this.#timers.clear('second')
    this.turns.reset()
  }

  setFormat(outputFormat: string): void {
    this.sound.setRate(parsePcmRateHz(outputFormat) ?? defaultPlaybackRateHz)
  }

  /** Shows a typed line at once, because the provider need not repeat it. */
  type(text: string): void {
    this.#handlers.send({ type: 'user_message', text })
    this.#addLine({ role: 'user', text, typed: true })
    this.#clearIdle()
    this.turns.awaitAnswer()
  }

  /** Counts a frame that was not understood (D80). */
  countUnknown(): void {
    this.#handlers.publish({ unknownFrames: ++this.#unknownFrames })
  }

  /** Handles a message of the running conversation. */
  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'audio':
      case 'audio_event':
        return this.#play(message.audio_event)
      case 'interruption':
        this.turns.interrupted(message.interruption_event.event_id)
        return this.sound.interrupt(message.interruption_event.event_id)
      case 'agent_response': {
        const { agent_response, event_id } = message.agent_response_event
        return this.#addLine({ role: 'agent', text: agent_response, eventId: event_id })
      }
      case 'agent_response_correction':
        return this.#correct(message.agent_response_correction_event)
      case 'user_transcript': {
        const { user_transcript, event_id } = message.user_transcription_event
        return this.#addLine({ role: 'user', text: user_transcript, eventId: event_id })
      }
      case 'session_tick':
        return this.#tick(message.session_tick_event)
      case 'session_warning': {
        const { seconds_left: warningSecondsLeft, bound } = message.session_warning_event
        const now = this.#clock.now()
        if (bound === 'limit') this.#limitAtMs = now + warningSecondsLeft * 1000
        else {
          this.#timer.correctLeft(now, warningSecondsLeft)
          this.#handlers.publish({ warningSecondsLeft, bound })
        }
        return this.#showTime()
      }
      case 'session_idle':
        this.#idleUntilMs = this.#clock.now() + message.session_idle_event.seconds_left * 1000
        return this.#showTime()
      case 'step_noted':
        return this.noted.add(message.step_noted_event)
      default:
        return this.countUnknown()
    }
  }

  #play({ event_id, audio_base_64 }: AudioMessage['audio_event']): void {
    let samples: Int16Array<ArrayBuffer>
    try {
      samples = decodePcm(audio_base_64)
    } catch {
      return this.countUnknown()
    }
    this.turns.soundArrived(event_id)
    this.sound.play(event_id, samples)
  }

  #correct(event: AgentResponseCorrection['agent_response_correction_event']): void {
    const { corrected_agent_response, original_agent_response, event_id } = event
    this.#handlers.send({ type: 'continuation', event_id })
    this.#showLines(correctLine(this.#lines, corrected_agent_response, original_agent_response, event_id))
  }

  #tick({ used_seconds, seconds_left, bound }: SessionTick['session_tick_event']): void {
    this.#handlers.publish({ bound })
    this.#timer.correct(this.#clock.now(), used_seconds, seconds_left)
    if (seconds_left > warningLiftsSeconds) this.#handlers.publish({ warningSecondsLeft: null })
    this.#showTime()
  }

  /**
   * Keeps a conversation without a microphone going, since people can still type and listen; before it begins there is
   * nothing to keep.
   */
  #onMicrophone(lost: Problem | null): void {
    if (lost && !this.#hasBegun) return this.#handlers.onFailed(lost)
    this.#handlers.publish({ isMicrophoneLost: lost !== null, problem: lost })
  }

  #onActivity(activity: Activity): void {
    if (activity === 'user_speaking' || activity === 'agent_speaking') this.#clearIdle()
    this.#handlers.publish({ activity })
  }

  #addLine(line: Omit<TranscriptLine, 'id'>): void {
    if (line.text.trim()) this.#showLines(addLine(this.#lines, line))
  }

  #showLines(lines: readonly TranscriptLine[]): void {
    this.#lines = lines
    this.#handlers.publish({ lines })
  }

  #clearIdle(): void {
    this.#idleUntilMs = null
    this.#handlers.publish({ idleSecondsLeft: null })
  }

  /** Publishes the seconds, and again when the next one begins. */
  #showTime(): void {
    const now = this.#clock.now()
    const secondsUntil = (ms: number | null) => (ms === null ? null : Math.ceil(Math.max(0, ms - now) / 1000))
    this.#handlers.publish({
      elapsedSeconds: this.#timer.elapsedSeconds(now),
      secondsLeft: this.#timer.secondsLeft(now),
      limitSecondsLeft: secondsUntil(this.#limitAtMs),
      idleSecondsLeft: secondsUntil(this.#idleUntilMs),
    })
    this.#timers.set('second', this.#timer.msToNextSecond(now), () => this.#showTime())
  }
}

/** How long a noted step is shown. */
const shownMs = 12_000

/**
 * Shows each noted step for a while. One that the person is at stays until they leave it, so that nothing changes under
 * their pointer or takes their focus; the ones after it wait.
 */
class NotedSteps {
  readonly #timers: Timers<'shown'>
  readonly #publish: (noted: NotedStep | null) => void
  #waiting: NotedStep[] = []
  #isHeld = false

  constructor(clock: Clock, publish: (noted: NotedStep | null) => void) {
    this.#timers = new Timers(clock)
    this.#publish = publish
  }

  add(noted: NotedStep): void {
    if (this.#isHeld || this.#waiting.length > 0) this.#waiting.push(noted)
    else this.#show(noted)
  }

  /** Reports that the person is at the step that is shown, or has left it. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    if (isHeld) this.#timers.clear('shown')
    else this.#showNextLater()
  }

  /** Shows none, once the conversation is over. */
  stop(): void {
    this.#timers.clear('shown')
    this.#waiting = []
    this.#isHeld = false
    this.#publish(null)
  }

  #show(noted: NotedStep | null): void {
    this.#publish(noted)
    if (noted) this.#showNextLater()
  }

  #showNextLater(): void {
    this.#timers.set('shown', shownMs, () => this.#show(this.#waiting.shift() ?? null))
  }
}
