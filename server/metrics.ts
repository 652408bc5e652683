import type { UpkeepFigure, UpkeepFigureName } from './audit/upkeep-figures.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Shows the figures of the last hourly upkeep. */
export function showFigures(metrics: Metrics, figures: readonly UpkeepFigure[]): void {
  const gauges: Record<UpkeepFigureName, Gauge> = {
    audit_broken: metrics.auditBroken,
    audit_chain_length: metrics.auditChainLength,
    reconcile_findings: metrics.reconcileFindings,
    talk_findings: metrics.talkFindings,
    voice_differences: metrics.voiceDifferences,
  }
  for (const { name, kind, count } of figures) gauges[name].set(kind ? { kind } : {}, count)
}

/** Creates the figures for Prometheus at /metrics. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'luna_http_request_seconds',
      help: 'Time to answer, by route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    liveConversations: new Gauge({
      name: 'luna_live_conversations',
      help: 'Conversations that this process carries now.',
      registers: [registry],
    }),
    conversationsEnded: new Counter({
      name: 'luna_conversations_ended_total',
      help: 'Ended conversations by reason.',
      labelNames: ['reason'],
      registers: [registry],
    }),
    secondsCharged: new Counter({
      name: 'luna_seconds_charged_total',
      help: 'Talk time charged, in seconds.',
      registers: [registry],
    }),
    reconcileFindings: new Gauge({
      name: 'luna_reconcile_findings',
      help: 'Payments on which the books and the payment provider disagree, by kind; 0 in a healthy installation.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    voiceUp: new Gauge({
      name: 'luna_voice_provider_up',
      help: 'Whether the voice provider answers; while it does not, conversations are refused at once.',
      registers: [registry],
    }),
    voiceDifferences: new Gauge({
      name: 'luna_voice_differences',
      help: "Conversations of the last day on which the voice provider's records and ours differ, by kind.",
      labelNames: ['kind'],
      registers: [registry],
    }),
    talkFindings: new Gauge({
      name: 'luna_talk_findings',
      help: 'Conversations with more to hear than was charged, by kind; 0 in a healthy installation.',
      labelNames: ['kind'],
      registers: [registry],
    }),
    auditChainLength: new Gauge({
      name: 'luna_audit_chain_length',
      help: 'Acts of staff in the chain of hashes, at the last audit; it never shrinks.',
      registers: [registry],
    }),
    auditBroken: new Gauge({
      name: 'luna_audit_broken',
      help: 'Rows that the last audit of the books found broken; 0 in a healthy installation.',
      registers: [registry],
    }),
  }
}
