/** What happens to a record after its conversation: it is priced, analyzed, final, and sent to the server. */
import type { InitiationFrame } from '../conversation/client-frames.ts'
import { fillVariables } from '../conversation/conversation-settings.ts'
import { readPromptNotes } from '../dialogue/prompt-notes.ts'
import type { Agent } from '../rest/agents.ts'
import { analyse } from './analysis.ts'
import type { ConversationRecord } from './conversations.ts'
import type { Records } from './records.ts'
import type { ServiceSwitches } from '../service-switches.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The stand-in's own rates; the provider's follow from the plan. */
const creditsPerMinute = 1000
const dollarsPerMinute = 0.08

export interface PostCallParts {
  records: Records<ConversationRecord>
  agents: Records<Agent>
  webhooks: WebhookSender
  service(): ServiceSwitches
}

export class PostCall {
  private readonly parts: PostCallParts
  private readonly working = new Set<NodeJS.Timeout>()

  constructor(parts: PostCallParts) {
    this.parts = parts
  }

  /** Takes the record of a conversation that is over; it reads `processing` until it is final. */
  take(record: ConversationRecord): void {
    const { durationShiftSeconds, finalStatus, processingSeconds } = this.parts.service()
    const seconds = Math.max(0, record.metadata.call_duration_secs + durationShiftSeconds)
    const priced = { ...record, metadata: { ...record.metadata, ...priceOf(seconds), call_duration_secs: seconds } }
    this.parts.records.set(record.conversation_id, { ...priced, status: 'processing' })
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
    for (const record of this.parts.records.values()) {
      if (record.status !== 'in-progress' && record.status !== 'processing') continue
      const { call_duration_secs: seconds, termination_reason: reason } = record.metadata
      const metadata = {
        ...record.metadata,
        ...priceOf(seconds),
        termination_reason: reason || 'websocket_disconnect',
      }
      this.parts.records.set(record.conversation_id, { ...record, metadata })
      this.conclude(record.conversation_id, 'done')
    }
  }

  /** Returns the record with an analysis by the criteria of now; without one when its agent is gone. */
  analysed(record: ConversationRecord): ConversationRecord {
    const agent = this.parts.agents.get(record.agent_id)
    return { ...record, analysis: agent ? analyse(record.transcript, agent, dayOf(record, agent)) : null }
  }

  private conclude(conversationId: string, status: ConversationRecord['status']): void {
    const record = this.parts.records.get(conversationId)
    // It may have been deleted meanwhile.
    if (!record) return
    const final = { ...this.analysed(record), status }
    this.parts.records.set(conversationId, final)
    this.parts.webhooks.send(final, this.parts.service())
  }
}

/** Returns the day where the person was, as the agent's prompt gave it; in UTC when it gave none. */
function dayOf({ conversation_initiation_client_data: data, metadata }: ConversationRecord, agent: Agent): string {
  const { dynamic_variables: variables } = data as Partial<InitiationFrame>
  const { text } = fillVariables(agent.conversation_config.agent.prompt.prompt, variables ?? {})
  return readPromptNotes(text).today ?? new Date(metadata.start_time_unix_secs * 1000).toISOString().slice(0, 10)
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
