/** The agent's mouth: one answer at a time, sent ahead of its playback, cut off when the person speaks. */
import { Answer, piecesOf } from './answer.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { ConversationSettings } from './conversation-settings.ts'
import type { AnswerNotes, TranscriptLine } from '../records/transcript.ts'
import type { Line } from './line.ts'
import type { Speech } from '../speech/speech.ts'
import { faultTone, floodFrames, floodFramesPerTick, staleFrames } from '../voice-fault.ts'

export class AgentSpeech {
  private readonly line: Line
  private readonly log: ConversationLog
  private readonly speech: Speech
  private readonly settings: ConversationSettings
  private floodLeft = floodFrames
  private current: { answer: Answer; line: TranscriptLine } | undefined

  constructor(line: Line, log: ConversationLog, speech: Speech, settings: ConversationSettings) {
    this.line = line
    this.log = log
    this.speech = speech
    this.settings = settings
  }

  /** Returns whether an answer is being made, sent or heard. */
  isSpeaking(nowMs: number): boolean {
    return this.current?.answer.isUnderWay(nowMs) ?? false
  }

  /** Begins an answer in place of any other. Resolves when all its sound is made or it was cut off. */
  async say(text: string, endsCall: boolean, notes: AnswerNotes): Promise<void> {
    const answer = new Answer(this.line.nextEventId(), text, endsCall)
    this.current = { answer, line: this.log.add('agent', text, notes) }
    this.line.send({
      type: 'agent_response',
      agent_response_event: { agent_response: text, event_id: answer.eventId },
    })
    for (const piece of this.settings.textOnly ? [] : piecesOf(text)) {
      const pcm = await this.speech.say(piece, this.settings.sound)
      if (this.current?.answer !== answer) return
      answer.addSound(piece, pcm)
    }
    answer.markComplete()
  }

  /** Sends the next chunk of sound. Returns `hang up` when an answer that ends the call has been heard. */
  sendNext(nowMs: number): 'hang up' | undefined {
    const answer = this.current?.answer
    if (!answer) return undefined
    const chunk = answer.takeChunk(nowMs)
    if (chunk) this.line.sendSound(chunk, answer.eventId)
    if (answer.isUnderWay(nowMs)) return undefined
    this.current = undefined
    return answer.endsCall ? 'hang up' : undefined
  }

  /**
   * Cuts off the answer that can still be heard and reports how much of it was heard; `sendsStale` lets sound of the
   * old answer follow, as a fault.
   */
  interrupt(nowMs: number, sendsStale: boolean): void {
    const { current } = this
    this.current = undefined
    if (!current?.answer.isUnderWay(nowMs) || this.settings.textOnly) return
    const { eventId, text } = current.answer
    const heard = current.answer.heardText(nowMs)
    this.line.send({ type: 'interruption', interruption_event: { event_id: eventId } })
    this.line.send({
      type: 'agent_response_correction',
      agent_response_correction_event: {
        original_agent_response: text,
        corrected_agent_response: heard,
        event_id: eventId,
      },
    })
    this.log.correct(current.line, heard)
    for (let frame = 0; sendsStale && frame < staleFrames; frame += 1) this.line.sendSound(faultTone, eventId)
  }

  /** Sends the next part of far more sound than anybody can play, as a fault. */
  flood(): void {
    const frames = Math.min(this.floodLeft, floodFramesPerTick)
    if (frames === 0) return
    const eventId = this.line.nextEventId()
    this.floodLeft -= frames
    for (let frame = 0; frame < frames; frame += 1) this.line.sendSound(faultTone, eventId)
  }

  /** Drops the current answer without a word. */
  stop(): void {
    this.current = undefined
  }
}
