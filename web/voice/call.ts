import type { EndReason, QueueStatus, ServerMessage, SessionEnded } from '#contract/conversations/voice-socket.ts'
import { Timers } from './clock.ts'
import { connectDeadlineMs, costPerMinute } from './constants.ts'
import type {
  ConversationApi,
  ConversationDependencies,
  EndFigures,
  Phase,
  SettledConversation,
  Snapshot,
  StartOptions,
} from './conversation-state.ts'
import { Connection, Reconnection } from './line/connection.ts'
import { closedProblem, type ClosedSocket, isNormalClose, isRefusal } from './line/socket-close.ts'
import { endedProblem, endProblem, microphoneProblem, type Problem, startProblem } from './problems.ts'
import { Talk } from './talk.ts'

/** End reasons after which the agent's last words still play. */
const spokenEnds: readonly EndReason[] = ['agent', 'limit', 'idle']

/** One conversation from the click to the recap. It ends once; anything that arrives later changes nothing. */
export class Call {
  readonly talk: Talk
  readonly #deps: ConversationDependencies
  readonly #publish: (patch: Partial<Snapshot>) => void
  readonly #server: ServerConversation
  readonly #reconnection: Reconnection
  readonly #timers: Timers<'deadline'>
  readonly #clickedAt: number
  #connection: Connection | null = null
  #phase: Phase = 'requesting_microphone'
  #metadataAt: number | null = null
  #providerError: string | undefined

  constructor(deps: ConversationDependencies, publish: (patch: Partial<Snapshot>) => void) {
    this.#clickedAt = deps.clock.now()
    this.#deps = deps
    this.#publish = publish
    this.#timers = new Timers(deps.clock)
    this.#server = new ServerConversation(deps.api)
    this.#reconnection = new Reconnection(deps.clock, {
      askAddress: () => this.#server.reconnect(),
      onAddress: (signedUrl) => this.#connect(signedUrl),
      onLost: () => this.#lose(),
    })
    this.talk = new Talk(deps, {
      publish,
      send: (message) => this.#connection?.send(message),
      onWindow: (samples, silent) => this.#sendSound(samples, silent),
      onFailed: (problem) => this.#fail(problem),
    })
  }

  /**
   * Opens the microphone, then the session, then the socket (S162, S186). A session need not wait for a microphone that
   * was opened before. Must be called inside the click; never rejects.
   */
  async begin(agentId: string, options: StartOptions): Promise<void> {
    this.#enter('requesting_microphone')
    const opened = this.talk.sound.open()
    const early = this.#deps.devices.isMicrophoneAllowed() ? this.#create(agentId, options) : null
    // It is read below, unless the microphone fails first.
    early?.catch(() => {})
    try {
      await opened
    } catch (error) {
      const problem = microphoneProblem(error)
      return this.#backOut(problem, problem.kind === 'microphone_denied' ? 'denied' : 'unavailable')
    }
    if (this.#isOver()) return
    this.#enter('connecting')
    this.#startDeadline()
    try {
      const created = await (early ?? this.#create(agentId, options))
      if (this.#isOver()) return
      this.#publish({ sessionId: created.id, conversationId: created.conversationId })
      this.#connect(created.signedUrl)
    } catch (error) {
      this.#backOut(startProblem(error))
    }
  }

  /** Ends at the user's request: a conversation is saved and gets a recap, a start is canceled. */
  end(): void {
    if (this.#isTalking()) void this.#finish('user', null)
    else this.#backOut(null)
  }

  /** Ends without a recap, for a dialog that closes; resolves to the problem if saving failed. */
  async discard(): Promise<Problem | null> {
    if (this.#phase === 'ended') return null
    const isTalk = this.#isTalking() || this.#phase === 'ending'
    this.#release('ended', false)
    const { problem } = await this.#server.save(this.talk.elapsedSeconds)
    return isTalk ? problem : null
  }

  /** Ends while the page is being left; the server settles once, however often it is notified. */
  leave(): void {
    if (this.#phase === 'ended') return
    this.#release('ended', false)
    this.#server.saveWhileLeaving(this.talk.elapsedSeconds)
  }

  /** Creates the session, which must not stay active when the start is over by then. */
  async #create(agentId: string, options: StartOptions): ReturnType<ConversationApi['start']> {
    const created = await this.#server.create(agentId, options)
    if (this.#isOver()) void this.#server.save(0)
    return created
  }

  #connect(signedUrl: string): void {
    this.#connection = new Connection(this.#deps, signedUrl, this.talk.sound.microphoneReady, {
      onMessage: (message) => this.#onMessage(message),
      onUnknown: () => this.talk.countUnknown(),
      onPing: (pingMs) => this.#publish({ pingMs }),
      onClosed: (closed) => this.#onClosed(closed),
    })
  }

  /** Limits the wait for metadata; asking for the microphone and waiting in the queue do not count (D82). */
  #startDeadline(): void {
    this.#timers.set('deadline', connectDeadlineMs, () => this.#backOut({ kind: 'connection_failed' }))
  }

  #sendSound(samples: Int16Array, silent: boolean): void {
    if (this.#phase === 'connected') this.#connection?.sendSound(samples, silent)
    // Nothing listens in the queue; zeros show that this browser is still there (D75).
    else if (this.#phase === 'queued') this.#connection?.sendSound(samples.fill(0), true)
  }

  #onMessage(message: ServerMessage): void {
    switch (message.type) {
      case 'conversation_initiation_metadata': {
        const { conversation_id, agent_output_audio_format } = message.conversation_initiation_metadata_event
        this.#metadataAt ??= this.#deps.clock.now()
        this.talk.setFormat(agent_output_audio_format)
        this.#publish({ conversationId: conversation_id })
        if (this.#phase !== 'queued') this.#goOn()
        return
      }
      case 'queue_status':
        return this.#onQueue(message.queue_status_event.status)
      case 'error':
        this.#providerError = message.error_event?.message ?? message.message
        return
      case 'session_ended':
        return this.#onEnded(message.session_ended_event)
      default:
        this.talk.receive(message)
    }
  }

  /** The provider is connected and counting. */
  #goOn(): void {
    const isFirst = this.#phase !== 'reconnecting'
    this.#stopWaiting()
    this.#connection?.watch(true)
    this.#enter('connected')
    this.talk.run()
    if (!isFirst) return
    this.#deps.onMetric?.('click_to_connected', this.#deps.clock.now() - this.#clickedAt)
  }

  #onQueue(status: QueueStatus['queue_status_event']['status']): void {
    if (status === 'timed_out') return this.#backOut({ kind: 'busy' })
    if (status === 'waiting') {
      this.#timers.clearAll()
      this.#connection?.watch(false)
      this.talk.rewind()
      this.#enter('queued')
    } else if (this.#metadataAt === null) {
      this.#enter('connecting')
      this.#startDeadline()
    } else if (this.#phase === 'queued') this.#goOn()
  }

  #onEnded(ended: SessionEnded['session_ended_event']): void {
    const problem = endedProblem(ended)
    if (problem && !this.#isTalking()) return this.#backOut(problem)
    void this.#finish(ended.reason, problem, ended.used_seconds)
  }

  /** Retries a lost connection quietly once; the gateway keeps the provider's side meanwhile (D76). */
  #onClosed(closed: ClosedSocket): void {
    this.#connection = null
    const sinceMetadataMs = this.#metadataAt === null ? null : this.#deps.clock.now() - this.#metadataAt
    const problem = closedProblem(closed, this.#providerError)
    if (!this.#isTalking()) return this.#backOut(problem)
    if (isNormalClose(closed)) return void this.#finish('agent', null)
    if (this.#phase === 'reconnecting') return this.#lose()
    if (isRefusal(closed, sinceMetadataMs)) return void this.#finish('fault', problem)
    this.#enter('reconnecting')
    this.talk.pause()
    this.#reconnection.start()
  }

  #lose(): void {
    void this.#finish('fault', { kind: 'connection_lost' })
  }

  #fail(problem: Problem): void {
    if (this.#isTalking()) void this.#finish('fault', problem)
    else this.#backOut(problem)
  }

  /** Cancels a start before anybody talked: no recap, and no session left active. */
  #backOut(problem: Problem | null, phase: Phase = 'idle'): void {
    if (this.#isOver()) return
    this.#release('ended', false)
    void this.#server.save(0)
    this.#publish({ phase, problem })
  }

  /** Ends a conversation: releases everything at once, saves the session and shows the recap (S164, D88). */
  async #finish(
    reason: EndReason,
    problem: Problem | null,
    usedSeconds: number | null = this.talk.elapsedSeconds,
  ): Promise<void> {
    if (this.#isOver()) return
    this.#release('ending', spokenEnds.includes(reason))
    this.#publish({ phase: 'ending', problem })
    const { settled, problem: unsaved } = await this.#server.save(this.talk.elapsedSeconds)
    this.#phase = 'ended'
    this.#publish({
      phase: 'ended',
      recap: {
        reason: settled?.reason ?? reason,
        usedSeconds: settled?.usedSeconds ?? usedSeconds,
        balanceSeconds: settled?.balanceSeconds ?? null,
      },
      // The server settles the ends that it caused, so only the user's own can fail to be saved (S268).
      problem: reason === 'user' && unsaved ? unsaved : problem,
    })
  }

  /** Releases everything: microphone, sound, socket, timers. */
  #release(phase: 'ending' | 'ended', lastWords: boolean): void {
    this.#phase = phase
    this.#stopWaiting()
    this.talk.stop()
    this.talk.noted.stop()
    this.talk.sound.close(lastWords)
    this.#connection?.close()
    this.#connection = null
  }

  #stopWaiting(): void {
    this.#timers.clearAll()
    this.#reconnection.stop()
  }

  #isTalking(): boolean {
    return this.#phase === 'connected' || this.#phase === 'reconnecting'
  }

  #isOver(): boolean {
    return this.#phase === 'ending' || this.#phase === 'ended'
  }

  #enter(phase: Phase): void {
    this.#phase = phase
    this.#publish({ phase })
  }
}

interface SavedEnd {
  settled: SettledConversation | null
  problem: Problem | null
}

/** The server's side of one conversation: created once, saved at its end. */
class ServerConversation {
  readonly #api: ConversationApi
  #id: string | null = null
  #saved: Promise<SavedEnd> | null = null

  constructor(api: ConversationApi) {
    this.#api = api
  }

  /** @throws what the server answered, for `startProblem` */
  async create(agentId: string, { endOther, resumeOf }: StartOptions): ReturnType<ConversationApi['start']> {
    if (endOther) await this.#api.end(endOther, endFigures(0))
    const started = await this.#api.start(agentId, resumeOf)
    this.#id = started.id
    return started
  }

  /** Returns a new address for a running conversation. */
  reconnect(): Promise<{ signedUrl: string }> {
    if (this.#id === null) return Promise.reject(new Error('No session to reconnect'))
    return this.#api.reconnect(this.#id)
  }

  /**
   * Saves the end once: a later call gets the same answer, and without a session there is nothing to save. Never
   * rejects.
   */
  save(elapsedSeconds: number): Promise<SavedEnd> {
    if (this.#id === null) return Promise.resolve({ settled: null, problem: null })
    this.#saved ??= this.#api.end(this.#id, endFigures(elapsedSeconds)).then(
      (settled) => ({ settled, problem: null }),
      (error: unknown) => ({ settled: null, problem: endProblem(error) }),
    )
    return this.#saved
  }

  /** Saves the end while the page is being left, when nothing can be awaited (D75). */
  saveWhileLeaving(elapsedSeconds: number): void {
    if (this.#id !== null) this.#api.endWithKeepalive(this.#id, endFigures(elapsedSeconds))
  }
}

/** Returns the duration in minutes and its cost at 0.085 a minute (S295, S296). */
function endFigures(elapsedSeconds: number): EndFigures {
  const minutes = elapsedSeconds / 60
  return { duration: minutes, cost: Math.round(minutes * costPerMinute * 10_000) / 10_000 }
}
