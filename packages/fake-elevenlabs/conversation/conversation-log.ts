/** Keeps one conversation's record on disk while it runs. */
import type { ConversationRecord } from '../records/conversations.ts'
import type { InitiationFrame } from './client-frames.ts'
import type { PostCall } from '../records/post-call.ts'
import type { Records } from '../records/records.ts'
import type { AnswerNotes, TranscriptLine } from '../records/transcript.ts'

export class ConversationLog {
  private readonly records: Records<ConversationRecord>
  private readonly postCall: PostCall
  private readonly clock: () => number
  private record: ConversationRecord
  private startedAtMs: number | undefined

  /** `clock` gives the stand-in's time in ms for timestamps; durations are measured monotonically. */
  constructor(
    records: Records<ConversationRecord>,
    postCall: PostCall,
    record: ConversationRecord,
    clock: () => number,
  ) {
    this.records = records
    this.postCall = postCall
    this.record = record
    this.clock = clock
  }

  get conversationId(): string {
    return this.record.conversation_id
  }

  /** Begins the conversation, after this long in the queue. */
  start(initiation: Partial<InitiationFrame>, textOnly: boolean, queuedMs: number): void {
    this.startedAtMs = performance.now()
    const seconds = Math.floor(this.clock() / 1000)
    const { type: _type, ...clientData } = initiation
    this.record.status = 'in-progress'
    this.record.user_id = initiation.user_id ?? null
    this.record.conversation_initiation_client_data = clientData
    const metadata = this.record.metadata
    metadata.start_time_unix_secs = seconds
    metadata.accepted_time_unix_secs = seconds
    metadata.queue_wait_secs = queuedMs > 0 ? Math.round(queuedMs / 1000) : null
    metadata.text_only = textOnly
    this.record.has_audio = !textOnly
    this.record.has_user_audio = !textOnly
    this.record.has_response_audio = !textOnly
    this.save()
  }

  /** Adds a line of the transcript. `correct` may change the returned line. */
  add(role: TranscriptLine['role'], message: string, notes: AnswerNotes = {}): TranscriptLine {
    const line: TranscriptLine = { role, message, time_in_call_secs: Math.floor(this.elapsedMs() / 1000), ...notes }
    this.record.transcript.push(line)
    const { rag_retrieval_info: retrieval } = notes
    if (retrieval) {
      const count = (this.record.metadata.rag_usage?.usage_count ?? 0) + 1
      this.record.metadata.rag_usage = { usage_count: count, embedding_model: retrieval.embedding_model }
    }
    this.save()
    return line
  }

  /** Only `heard` of an interrupted line reached the person. */
  correct(line: TranscriptLine, heard: string): void {
    line.original_message = line.message
    line.message = heard
    line.interrupted = true
    this.save()
  }

  /** Writes the duration so far, so that a killed process loses no more than the time since the last call. */
  save(): void {
    this.record.metadata.call_duration_secs = Math.round(this.elapsedMs() / 1000)
    this.records.set(this.record.conversation_id, this.record)
  }

  /** Ends the conversation. The record is final a little later, or `failed` at once if it never began. */
  finish(reason: string, error: { code: number; reason: string } | null): void {
    this.record.metadata.termination_reason = reason
    this.record.metadata.error = error
    this.record.status = this.startedAtMs === undefined ? 'failed' : 'processing'
    this.save()
    if (this.record.status === 'processing') this.postCall.take(this.record)
  }

  private elapsedMs(): number {
    return this.startedAtMs === undefined ? 0 : performance.now() - this.startedAtMs
  }
}
