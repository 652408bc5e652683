/** One conversation, from the opened socket to its end, as the provider runs it. */
import { awaitPlace, tooMany } from './admission.ts'
import { sendEveryMs } from './answer.ts'
import { readClientFrame, type InitiationFrame, type TypedFrame } from './client-frames.ts'
import { settleSettings } from './conversation-settings.ts'
import type { Ending } from './line.ts'
import { asksToWrapUp } from '../dialogue/requests.ts'
import { begin, type Begun, type ConversationParts } from './begin.ts'
import { sampleRateHz } from '../speech/speech.ts'
import { TurnDetector, type HeardTurn } from './turn-detector.ts'
import * as faults from '../voice-fault.ts'

const pingEveryMs = 2000
/** A client that sends nothing after opening gets its metadata after this time. */
const awaitInitiationMs = 1000
/** The provider takes longer to greet, and clients lose what arrives in one piece with the metadata. */
const greetAfterMs = 20
const inputTimeoutMs = 60_000
const soundFormat = `pcm_${sampleRateHz}`

export class Conversation {
  private readonly parts: ConversationParts
  private phase: 'waiting' | 'admitting' | 'open' | 'ended' = 'waiting'
  private readonly openedAtMs = performance.now()
  private startedAtMs = 0
  private lastInputAtMs = 0
  private lastPingAtMs = 0
  private readonly ticking: NodeJS.Timeout
  private begun: Begun | undefined
  private hasGreeted = false
  private readonly turns = new TurnDetector()
  private ending: Ending | undefined

  constructor(parts: ConversationParts) {
    this.parts = parts
    this.ticking = setInterval(() => this.tick(), sendEveryMs)
    if (parts.fault() === 'busy') this.end(tooMany)
  }

  /** Handles one frame of the client. */
  receive(data: Buffer, isBinary: boolean): void {
    if (this.phase === 'ended') return
    const frame = readClientFrame(data, isBinary)
    if (frame.kind === 'refused') {
      this.end({ code: 1008, reason: frame.reason, errorType: frame.errorType })
      return
    }
    const message = frame.kind === 'message' ? frame.message : undefined
    if (this.phase === 'waiting') {
      void this.admit(message?.type === 'conversation_initiation_client_data' ? message : {})
    }
    if (message?.type !== 'pong') this.lastInputAtMs = performance.now()
    if (this.phase !== 'open' || !this.begun) return
    if (message) this.takeMessage(message, this.begun)
    else if (frame.kind === 'sound') this.takeSound(frame.samples, this.begun)
  }

  /** Handles the closed socket, whichever side closed it. */
  finish(code: number): void {
    clearInterval(this.ticking)
    this.phase = 'ended'
    this.begun?.agentSpeech.stop()
    this.begun?.toolCalls.close()
    this.parts.places.release(this)
    const { ending } = this
    const error = ending?.errorType ? { code: ending.code, reason: ending.reason } : null
    this.parts.log.finish(ending?.reason ?? `Client disconnected: ${code}`, error)
  }

  private async admit(initiation: Partial<InitiationFrame>): Promise<void> {
    this.phase = 'admitting'
    const { agent, fault, line, places } = this.parts
    const admitted = await awaitPlace({
      agent,
      line,
      fault: fault(),
      takePlace: () => places.take(this, agent),
      hasEnded: () => this.hasEnded(),
    })
    if ('refusal' in admitted) this.end(admitted.refusal)
    else if (this.hasEnded()) places.release(this)
    else this.open(initiation, admitted.queuedMs)
  }

  private open(initiation: Partial<InitiationFrame>, queuedMs: number): void {
    const { account, agent, line, log } = this.parts
    this.phase = 'open'
    this.startedAtMs = this.lastInputAtMs = this.lastPingAtMs = performance.now()
    const settled = settleSettings(agent, initiation, account)
    log.start(initiation, 'settings' in settled && settled.settings.textOnly, queuedMs)
    line.send({
      type: 'conversation_initiation_metadata',
      conversation_initiation_metadata_event: {
        conversation_id: log.conversationId,
        agent_output_audio_format: soundFormat,
        user_input_audio_format: soundFormat,
      },
    })
    if ('fault' in settled) return this.end({ code: 1008, ...settled.fault })
    const { settings } = settled
    line.events = settings.events
    this.begun = begin(this.parts, settings, {
      hasEnded: () => this.hasEnded(),
      onFailure: (error) => this.end({ code: 1002, reason: String(error), errorType: 'tts_cascade_error' }),
    })
    setTimeout(() => this.greet(), greetAfterMs)
  }

  /** Greets once, at the latest when the person types. */
  private greet(): void {
    if (this.hasGreeted || this.hasEnded() || !this.begun || this.isStalled()) return
    this.hasGreeted = true
    this.parts.line.ping()
    const { firstMessage } = this.begun.settings
    if (firstMessage) this.begun.answering.greet(firstMessage)
  }

  private takeMessage(message: TypedFrame, begun: Begun): void {
    if (message.type === 'pong') this.parts.line.takePong(message.event_id)
    else if (message.type === 'contextual_update' && asksToWrapUp(message.text)) begun.dialogue.askToWrapUp()
    else if (message.type === 'client_tool_result') {
      begun.toolCalls.take(message.tool_call_id, message.result, message.is_error)
    } else if (message.type === 'user_message') this.takeWords(message.text ?? '', begun)
    else if (message.type === 'multimodal_message') this.takeWords(message.text?.text ?? '', begun)
  }

  /** Typed words are a turn of their own: they interrupt and are answered at once. */
  private takeWords(words: string, begun: Begun): void {
    if (!words.trim() || this.isStalled()) return
    this.greet()
    this.interrupt(begun)
    this.parts.line.nextEventId()
    this.parts.log.add('user', words)
    void begun.answering.answer(words)
  }

  private takeSound(samples: Int16Array, begun: Begun): void {
    for (const sign of this.turns.hear(samples)) {
      if (this.isStalled()) continue
      // An agent whose clients want no interruptions goes on talking, as at the provider, and does not listen
      // meanwhile.
      if (!begun.settings.events.has('interruption') && begun.agentSpeech.isSpeaking(performance.now())) continue
      if (sign.kind === 'started') this.interrupt(begun)
      else void this.takeTurn(sign.turn, begun)
    }
  }

  private async takeTurn(turn: HeardTurn, begun: Begun): Promise<void> {
    const eventId = this.parts.line.nextEventId()
    const words = await this.parts.recognise(turn.samples, begun.dialogue.topics)
    if (this.hasEnded()) return
    const transcript = words ?? `(speech, ${(turn.speechMs / 1000).toFixed(1)} s)`
    this.parts.log.add('user', transcript)
    this.parts.line.send({
      type: 'user_transcript',
      user_transcription_event: { user_transcript: transcript, event_id: eventId },
    })
    // A person who is already talking gets one answer, after the next turn.
    if (this.turns.inTurn) return
    void begun.answering.answer(words)
  }

  private interrupt(begun: Begun): void {
    begun.agentSpeech.interrupt(performance.now(), this.parts.fault() === 'stale_audio')
  }

  private hasEnded(): boolean {
    return this.phase === 'ended'
  }

  private isStalled(): boolean {
    return this.parts.fault() === 'stall'
  }

  private tick(): void {
    const nowMs = performance.now()
    if (this.phase === 'waiting' && nowMs - this.openedAtMs >= awaitInitiationMs) void this.admit({})
    if (this.phase !== 'open' || !this.begun) return
    const { line, log, fault } = this.parts
    const current = fault()
    if (current === 'stall') return
    if (current && this.endByFault(current, nowMs - this.startedAtMs)) return
    if (current === 'flood') this.begun.agentSpeech.flood()
    if (nowMs - this.lastPingAtMs >= pingEveryMs) {
      this.lastPingAtMs += pingEveryMs
      line.ping()
      log.save()
    }
    if (current === 'jitter' && faults.isBetweenBursts(nowMs)) return
    if (this.begun.agentSpeech.sendNext(nowMs) === 'hang up') this.hangUp()
    const times = { lastedMs: nowMs - this.startedAtMs, unheardMs: nowMs - this.lastInputAtMs }
    const limit = reachedLimit(times, this.begun.settings.longestMs)
    if (limit) this.end(limit)
  }

  private hangUp(): void {
    this.parts.line.sendHangUp()
    this.end({ code: 1000, reason: 'end_call tool was called.' })
  }

  /** Returns whether the fault has ended the conversation. */
  private endByFault(fault: faults.VoiceFault, lastedMs: number): boolean {
    if (lastedMs < (fault === 'reject' ? 0 : faults.endAfterMs)) return false
    const ending = faults.faultEndings[fault]
    if (fault === 'drop') this.parts.line.reset()
    else if (fault === 'hang_up' && this.begun?.settings.canHangUp) this.hangUp()
    else if (ending) this.end(ending)
    else return false
    return true
  }

  /** Ends the conversation from the agent's side, once. */
  end(ending: Ending): void {
    if (this.hasEnded()) return
    this.phase = 'ended'
    this.ending = ending
    this.parts.line.end(ending)
  }
}

/** Returns how a conversation ends that has lasted this long, or whose client has been silent for this long. */
function reachedLimit(
  { lastedMs, unheardMs }: { lastedMs: number; unheardMs: number },
  longestMs: number,
): Ending | undefined {
  if (lastedMs >= longestMs) {
    const reason = `Conversation exceeded the maximum duration of ${Math.round(longestMs / 1000)} seconds.`
    return { code: 1000, reason, errorType: 'max_duration_exceeded' }
  }
  if (unheardMs < inputTimeoutMs) return undefined
  const reason = `No user input for ${inputTimeoutMs / 1000} seconds.`
  return { code: 1002, reason, errorType: 'transport_receive_timeout' }
}
