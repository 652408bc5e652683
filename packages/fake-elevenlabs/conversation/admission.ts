/** How a conversation gets its place at the provider: at once, after waiting in line, or not at all. */
import type { Agent } from '../rest/agents.ts'
import type { Ending, Line } from './line.ts'
import { lateMetadataMs, queueWaitMs, type VoiceFault } from '../voice-fault.ts'

const lookEveryMs = 50
/** The provider does not publish its own figure. */
const usualQueueSeconds = 60

export const tooMany: Ending = { code: 3008, reason: 'too many concurrent connections' }

/** The places of the plan and of each agent; a conversation holds one while it lasts. */
export class Places {
  private readonly agentsByHolder = new Map<object, string>()
  private readonly limit: () => number | null

  /** `limit` is how many conversations the plan allows at once, null for any number. */
  constructor(limit: () => number | null) {
    this.limit = limit
  }

  /** Takes a place if one is free. */
  take(holder: object, agent: Agent): boolean {
    const own = agent.platform_settings.call_limits?.agent_concurrency_limit ?? -1
    const ownTaken = [...this.agentsByHolder.values()].filter((id) => id === agent.agent_id).length
    if (this.agentsByHolder.size >= (this.limit() ?? Infinity) || (own >= 0 && ownTaken >= own)) return false
    this.agentsByHolder.set(holder, agent.agent_id)
    return true
  }

  release(holder: object): void {
    this.agentsByHolder.delete(holder)
  }
}

interface Applicant {
  agent: Agent
  line: Line
  fault: VoiceFault | null
  takePlace(): boolean
  hasEnded(): boolean
}

/** Waits for a place, in line if the agent has one. Waiting does not count as time of the conversation. */
export async function awaitPlace(applicant: Applicant): Promise<{ queuedMs: number } | { refusal: Ending }> {
  const { agent, fault, line } = applicant
  if (fault === 'late_metadata') await wait(lateMetadataMs)
  const isHeld = fault === 'queue' || fault === 'queue_timeout'
  if (!isHeld && applicant.takePlace()) return { queuedMs: 0 }
  const { enabled = true, wait_timeout_seconds: seconds = usualQueueSeconds } =
    agent.platform_settings.queueing_config ?? {}
  if (!isHeld && !enabled) return { refusal: tooMany }
  const longestMs = fault === 'queue_timeout' ? queueWaitMs : seconds * 1000
  const startMs = performance.now()
  line.send({ type: 'queue_status', queue_status_event: { status: 'waiting' } })
  while (!applicant.hasEnded()) {
    await wait(lookEveryMs)
    const queuedMs = performance.now() - startMs
    if (fault !== 'queue_timeout' && (fault !== 'queue' || queuedMs >= queueWaitMs) && applicant.takePlace()) {
      line.send({ type: 'queue_status', queue_status_event: { status: 'admitted' } })
      return { queuedMs }
    }
    if (queuedMs >= longestMs) break
  }
  line.send({ type: 'queue_status', queue_status_event: { status: 'timed_out' } })
  return { refusal: tooMany }
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
