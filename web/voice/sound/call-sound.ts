import { type Clock, Timers } from '../clock.ts'
import {
  captureRateHz,
  defaultPlaybackRateHz,
  digitalSilence,
  digitalSilenceMs,
  speechThreshold,
} from '../constants.ts'
import { noSound, type SoundLevels } from '../conversation-state.ts'
import { microphoneProblem, type Problem } from '../problems.ts'
import type { AudioDevices, Microphone, Player, PlayerHandlers, SoundMoment } from './devices.ts'

interface CallSoundHandlers extends Pick<PlayerHandlers, 'onSilent' | 'onBlocked'> {
  onStarted: (at: SoundMoment) => void
  /** One window of the user's sound, zeros while muted (D83). */
  onWindow: (samples: Int16Array, level: number, silent: boolean) => void
  /** The microphone is lost without a replacement; null once one works again. */
  onMicrophone: (lost: Problem | null) => void
  /** The open microphone is muted outside of this page or delivers nothing, or it is heard again (D203). */
  onUnheard: (isUnheard: boolean) => void
  /** The speaker has stopped working for good. */
  onFailed: (problem: Problem) => void
}

/** The longest that an agent's last words play after the conversation has ended. */
const lastWordsMs = 10_000

/** Interval of the silent frames that replace a lost microphone: a browser that sends nothing counts as gone (D75). */
const silenceMs = 100

/** Microphone and speaker of one call. Once closed it stays closed, whatever the browser still delivers. */
export class CallSound {
  readonly levels: SoundLevels = noSound()
  muted = false
  readonly #devices: AudioDevices
  readonly #clock: Clock
  readonly #handlers: CallSoundHandlers
  readonly #timers: Timers<'silence'>
  readonly #arrivals = new Arrivals()
  #rateHz = defaultPlaybackRateHz
  #player: Player | null = null
  #microphone: Microphone | null = null
  #microphoneReady: Promise<void> = Promise.resolve()
  /** Counts openings; of two at once, the later one wins. */
  #openings = 0
  #isLost = false
  #isMutedOutside = false
  /** The first of the present windows of digital silence; null while there is sound. */
  #silentSinceMs: number | null = null
  #isUnheard = false
  #closed = false
  #speaking = false
  #afterLastWords: (() => void) | null = null

  constructor(devices: AudioDevices, clock: Clock, handlers: CallSoundHandlers) {
    this.#devices = devices
    this.#clock = clock
    this.#handlers = handlers
    this.#timers = new Timers(clock)
  }

  /**
   * Opens microphone and speaker; resolves once the microphone is granted. Must be called inside the click.
   * @throws the browser's error when the microphone is refused or there is none
   */
  open(): Promise<void> {
    const granted = this.#openMicrophone()
    this.#openPlayer()
    return granted
  }

  /** Settles when the user's sound flows. */
  get microphoneReady(): Promise<void> {
    return this.#microphoneReady
  }

  setRate(rateHz: number): void {
    this.#rateHz = rateHz
    this.#player?.setRate(rateHz)
  }

  play(eventId: number, samples: Int16Array<ArrayBuffer>): void {
    this.#arrivals.add(eventId, (samples.length / this.#rateHz) * 1000, this.#clock.now())
    this.#player?.play(eventId, samples)
  }

  interrupt(eventId: number): void {
    this.#player?.interrupt(eventId)
  }

  resume(): void {
    this.#player?.resume()
  }

  /** Releases the microphone now, and the speaker too unless the agent's last words may finish. */
  close(lastWords: boolean): void {
    if (this.#closed) return
    this.#closed = true
    this.#timers.clearAll()
    this.#microphone?.close()
    this.levels.microphone = 0
    if (lastWords && this.#speaking) this.#playLastWords()
    else this.#player?.close()
  }

  /** Cuts last words that are still playing. */
  silence(): void {
    this.#afterLastWords?.()
  }

  /**
   * Switches to the currently chosen microphone without a pause.
   * @throws the browser's error when it cannot be opened; the previous one then stays in use
   */
  changeMicrophone(): Promise<void> {
    return this.#openMicrophone()
  }

  /** Opens the currently chosen microphone in place of a lost one and reports a renewed failure. Never rejects. */
  async retryMicrophone(): Promise<void> {
    try {
      await this.#openMicrophone()
    } catch (error) {
      this.#unlessClosed(() => this.#microphone === null && this.#lose(microphoneProblem(error)))
    }
  }

  async #openMicrophone(): Promise<void> {
    const opening = ++this.#openings
    const microphone = await this.#devices.openMicrophone({
      onFrame: (samples, level) => this.#unlessClosed(() => this.#onFrame(samples, level)),
      onLost: () => this.#unlessClosed(() => void this.#replaceMicrophone()),
      onMuted: (isMuted) => this.#unlessClosed(() => this.#listenAgain(isMuted)),
    })
    if (this.#closed || opening !== this.#openings) {
      microphone.close()
      return
    }
    this.#microphone?.close()
    this.#microphone = microphone
    this.#microphoneReady = microphone.ready
    this.#timers.clearAll()
    this.#listenAgain()
    if (this.#isLost) this.#handlers.onMicrophone(null)
    this.#isLost = false
    microphone.ready.catch(() =>
      this.#unlessClosed(() => microphone === this.#microphone && this.#letGo({ kind: 'microphone_error' })),
    )
  }

  #openPlayer(): void {
    const { onStarted, onSilent, onBlocked, onFailed } = this.#handlers
    this.#player = this.#devices.openPlayer({
      onStarted: (_eventId, at) => {
        this.#speaking = true
        this.#unlessClosed(() => onStarted(at))
      },
      onSilent: (interrupted, at) => {
        this.#speaking = false
        this.levels.agent = 0
        if (!interrupted) Object.assign(this.levels, { heardMs: this.levels.arrivedMs, isWhole: true })
        this.#afterLastWords?.()
        this.#unlessClosed(() => onSilent(interrupted, at))
      },
      onPlaying: (eventId, playedMs, level) => {
        const arrived = this.#arrivals.of(eventId, this.#clock.now())
        Object.assign(this.levels, { agent: level, heardEventId: eventId, heardMs: playedMs, ...arrived })
      },
      onBlocked: (blocked) => this.#unlessClosed(() => onBlocked(blocked)),
    })
    this.#player.ready.catch(() => this.#unlessClosed(() => onFailed({ kind: 'connection_failed' })))
  }

  #playLastWords(): void {
    const stop = () => {
      this.#clock.clearTimeout(timer)
      this.#afterLastWords = null
      this.#player?.close()
    }
    const timer = this.#clock.setTimeout(stop, lastWordsMs)
    this.#afterLastWords = stop
  }

  #onFrame(samples: Int16Array, level: number): void {
    if (level >= digitalSilence) this.#silentSinceMs = null
    else this.#silentSinceMs ??= this.#clock.now()
    this.#judgeSilence()
    this.#send(samples, level)
  }

  #listenAgain(isMutedOutside = false): void {
    this.#isMutedOutside = isMutedOutside
    this.#silentSinceMs = null
    this.#judgeSilence()
  }

  #judgeSilence(): void {
    const isSilent = this.#silentSinceMs !== null && this.#clock.now() - this.#silentSinceMs >= digitalSilenceMs
    const isUnheard = this.#isMutedOutside || isSilent
    if (isUnheard === this.#isUnheard) return
    this.#isUnheard = isUnheard
    this.#handlers.onUnheard(isUnheard)
  }

  #send(samples: Int16Array, level: number): void {
    if (this.muted) samples.fill(0)
    this.levels.microphone = this.muted ? 0 : level
    this.#handlers.onWindow(samples, this.levels.microphone, this.levels.microphone < speechThreshold)
  }

  /** Replaces an unplugged device with the system's default once; the socket stays open meanwhile. */
  #replaceMicrophone(): Promise<void> {
    this.#letGo()
    return this.retryMicrophone()
  }

  #letGo(problem?: Problem): void {
    this.#microphone?.close()
    this.#microphone = null
    this.levels.microphone = 0
    this.#listenAgain()
    this.#sendSilence()
    if (problem) this.#lose(problem)
  }

  #lose(problem: Problem): void {
    this.#isLost = true
    this.#handlers.onMicrophone(problem)
  }

  #sendSilence(): void {
    this.#timers.set('silence', silenceMs, () => {
      this.#send(new Int16Array((captureRateHz * silenceMs) / 1000), 0)
      this.#sendSilence()
    })
  }

  #unlessClosed(act: () => unknown): void {
    if (!this.#closed) act()
  }
}

/** A response without new sound for this long has probably arrived whole: providers send faster than they speak. */
const wholeAfterMs = 400

/** How much sound of each response has arrived, which tells the captions how fast the agent speaks. */
class Arrivals {
  readonly #arrived = new Map<number, { ms: number; atMs: number }>()

  /** Notes sound of `ms` that arrived at `nowMs`. */
  add(eventId: number, ms: number, nowMs: number): void {
    this.#arrived.set(eventId, { ms: (this.#arrived.get(eventId)?.ms ?? 0) + ms, atMs: nowMs })
  }

  /** Returns what has arrived of the response that is playing, and forgets the ones before it. */
  of(eventId: number, nowMs: number): { arrivedMs: number; isWhole: boolean } {
    for (const id of this.#arrived.keys()) if (id < eventId) this.#arrived.delete(id)
    const arrived = this.#arrived.get(eventId)
    if (!arrived) return { arrivedMs: 0, isWhole: false }
    return { arrivedMs: arrived.ms, isWhole: nowMs - arrived.atMs > wholeAfterMs }
  }
}
