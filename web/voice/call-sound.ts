import type { Clock } from './clock.ts'
import { speechThreshold } from './constants.ts'
import type { SoundLevels } from './conversation-state.ts'
import type { AudioDevices, Microphone, Player, PlayerHandlers } from './devices.ts'
import { type Problem, microphoneProblem } from './problems.ts'

interface CallSoundHandlers extends Pick<PlayerHandlers, 'onSilent' | 'onBlocked'> {
  onStarted: (atMs: number) => void
  /** One window of the person's sound, zeros while muted (D83). */
  onWindow: (samples: Int16Array, level: number, silent: boolean) => void
  /** Microphone or speaker stopped working for good. */
  onFailed: (problem: Problem) => void
}

/** Longest that an agent's last words are played after the conversation is over. */
const lastWordsMs = 10_000

/** Microphone and speaker of one call. Once closed it stays closed, whatever the browser still delivers. */
export class CallSound {
  readonly levels: SoundLevels = { microphone: 0, agent: 0, heardEventId: null, heardMs: 0 }
  muted = false
  readonly #devices: AudioDevices
  readonly #clock: Clock
  readonly #handlers: CallSoundHandlers
  readonly #player: Player
  #microphone: Microphone | null = null
  #microphoneReady: Promise<void> = Promise.resolve()
  #closed = false
  #speaking = false
  #afterLastWords: (() => void) | null = null

  /** Must run inside the click: it opens the speaker. */
  constructor(devices: AudioDevices, clock: Clock, handlers: CallSoundHandlers) {
    this.#devices = devices
    this.#clock = clock
    this.#handlers = handlers
    this.#player = devices.openPlayer({
      onStarted: (_eventId, atMs) => {
        this.#speaking = true
        this.#unlessClosed(() => handlers.onStarted(atMs))
      },
      onSilent: (interrupted, atMs) => {
        this.#speaking = false
        this.levels.agent = 0
        this.#afterLastWords?.()
        this.#unlessClosed(() => handlers.onSilent(interrupted, atMs))
      },
      onPlaying: (eventId, playedMs, level) => {
        Object.assign(this.levels, { agent: level, heardEventId: eventId, heardMs: playedMs })
      },
      onBlocked: (blocked) => this.#unlessClosed(() => handlers.onBlocked(blocked)),
    })
    this.#player.ready.catch(() => this.#unlessClosed(() => handlers.onFailed({ kind: 'connection_failed' })))
  }

  /** Settles when the person's sound flows. */
  get microphoneReady(): Promise<void> {
    return this.#microphoneReady
  }

  /**
   * Asks for the microphone; resolves when it is granted.
   * @throws the browser's error when it is refused or there is none
   */
  async openMicrophone(): Promise<void> {
    const microphone = await this.#devices.openMicrophone({
      onFrame: (samples, level) => this.#unlessClosed(() => this.#onFrame(samples, level)),
      onLost: () => this.#unlessClosed(() => void this.#replaceMicrophone()),
    })
    if (this.#closed) {
      microphone.close()
      return
    }
    this.#microphone = microphone
    this.#microphoneReady = microphone.ready
    microphone.ready.catch(() => this.#unlessClosed(() => this.#handlers.onFailed({ kind: 'microphone_error' })))
  }

  setRate(rateHz: number): void {
    this.#player.setRate(rateHz)
  }

  play(eventId: number, samples: Int16Array<ArrayBuffer>): void {
    this.#player.play(eventId, samples)
  }

  interrupt(eventId: number): void {
    this.#player.interrupt(eventId)
  }

  resume(): void {
    this.#player.resume()
  }

  /** Releases the microphone now, the speaker too unless the agent's last words may be heard to their end. */
  close(lastWords: boolean): void {
    if (this.#closed) return
    this.#closed = true
    this.#microphone?.close()
    this.levels.microphone = 0
    if (lastWords && this.#speaking) this.#playLastWords()
    else this.#player.close()
  }

  #playLastWords(): void {
    const stop = () => {
      this.#clock.clearTimeout(timer)
      this.#afterLastWords = null
      this.#player.close()
    }
    const timer = this.#clock.setTimeout(stop, lastWordsMs)
    this.#afterLastWords = stop
  }

  #onFrame(samples: Int16Array, level: number): void {
    if (this.muted) samples.fill(0)
    this.levels.microphone = this.muted ? 0 : level
    this.#handlers.onWindow(samples, this.levels.microphone, this.levels.microphone < speechThreshold)
  }

  /** An unplugged device is replaced by the system's default once; the socket goes on meanwhile. */
  async #replaceMicrophone(): Promise<void> {
    this.#microphone?.close()
    this.#microphone = null
    try {
      await this.openMicrophone()
    } catch (error) {
      this.#unlessClosed(() => this.#handlers.onFailed(microphoneProblem(error)))
    }
  }

  #unlessClosed(act: () => void): void {
    if (!this.#closed) act()
  }
}
