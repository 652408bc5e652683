/** What happens to a record after its conversation: it is priced, processed, final, and sent to the server. */
import type { ConversationRecord } from './conversations.ts'
import type { Records } from './records.ts'
import type { ServiceSwitches } from '../service-switches.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The stand-in's own rates; the provider's follow from the plan. */
const creditsPerMinute = 1000
const dollarsPerMinute = 0.08

export class PostCall {
  private readonly records: Records<ConversationRecord>
  private readonly webhooks: WebhookSender
  private readonly service: () => ServiceSwitches
  private readonly working = new Set<NodeJS.Timeout>()

  constructor(records: Records<ConversationRecord>, webhooks: WebhookSender, service: () => ServiceSwitches) {
    this.records = records
    this.webhooks = webhooks
    this.service = service
  }

  /** Takes the record of a conversation that is over; it reads `processing` until it is final. */
  take(record: ConversationRecord): void {
    const { durationShiftSeconds, finalStatus, processingSeconds } = this.service()
    const seconds = Math.max(0, record.metadata.call_duration_secs + durationShiftSeconds)
    const priced = { ...record, metadata: { ...record.metadata, ...priceOf(seconds), call_duration_secs: seconds } }
    this.records.set(record.conversation_id, { ...priced, status: 'processing' })
    const timer = setTimeout(() => {
      this.working.delete(timer)
      this.conclude(record.conversation_id, finalStatus)
    }, processingSeconds * 1000)
    this.working.add(timer.unref())
  }

  /** Leaves unfinished records for the next process, because the folder may be gone by then. */
  close(): void {
    for (const timer of this.working) clearTimeout(timer)
  }

  /** Ends what an earlier process left running, at the last moment that is on disk. */
  finishLeftovers(): void {
    for (const record of this.records.values()) {
      if (record.status !== 'in-progress' && record.status !== 'processing') continue
      const { call_duration_secs: seconds, termination_reason: reason } = record.metadata
      const metadata = {
        ...record.metadata,
        ...priceOf(seconds),
        termination_reason: reason || 'websocket_disconnect',
      }
      this.records.set(record.conversation_id, { ...record, metadata })
      this.conclude(record.conversation_id, 'done')
    }
  }

  private conclude(conversationId: string, status: ConversationRecord['status']): void {
    const record = this.records.get(conversationId)
    // It may have been deleted meanwhile.
    if (!record) return
    const final = { ...record, status }
    this.records.set(conversationId, final)
    this.webhooks.send(final, this.service())
  }
}

function priceOf(seconds: number): Pick<ConversationRecord['metadata'], 'cost' | 'cost_fiat' | 'charging'> {
  const credits = Math.round((seconds * creditsPerMinute) / 60)
  const dollars = Math.round((seconds * dollarsPerMinute * 10_000) / 60) / 10_000
  return {
    cost: credits,
    cost_fiat: dollars,
    charging: { tier: 'standin', is_burst: false, call_charge: credits, llm_charge: 0 },
  }
}
