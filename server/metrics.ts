import type { UpkeepFigure, UpkeepFigureName } from './audit/upkeep-figures.ts'
import type { OutsideCall } from './outside.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** The hourly checks whose absence somebody must notice. */
const watchedChecks = ['audit the books', 'reconcile payments']
/** The payment provider's events that say how payments go. */
const watchedEvents = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'charge.dispute.created']

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
  const metrics = {
    registry,
    ...requestMetrics(registry),
    ...conversationMetrics(registry),
    ...checkMetrics(registry),
    ...workMetrics(registry),
    ...dependencyMetrics(registry),
  }
  startAtZero(metrics)
  return {
    ...metrics,
    countJob: (queue: string, outcome: 'done' | 'failed') => metrics.jobsDone.inc({ queue, outcome }),
    measureCall: ({ service, seconds, isFailed }: OutsideCall) =>
      metrics.outsideSeconds.observe({ service, failed: String(isFailed) }, seconds),
  }
}

/** A counter that appears with its first event has no rate then, so an alert on it would miss that event. */
function startAtZero(metrics: Omit<Metrics, 'countJob' | 'measureCall'>): void {
  for (const outcome of ['started', 'refused', 'failed']) metrics.conversationStarts.inc({ outcome }, 0)
  for (const reason of ['user', 'fault']) metrics.conversationsEnded.inc({ reason }, 0)
  for (const type of watchedEvents) metrics.paymentEvents.inc({ type }, 0)
  for (const check of watchedChecks) metrics.checkedAt.set({ check }, 0)
  metrics.backedUpAt.set(0)
}

function requestMetrics(registry: Registry) {
  return {
    requestSeconds: new Histogram({
      name: 'luna_http_request_seconds',
      help: 'Time to answer, by route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
  }
}

function conversationMetrics(registry: Registry) {
  return {
    liveConversations: new Gauge({
      name: 'luna_live_conversations',
      help: 'Conversations that this process carries now.',
      registers: [registry],
    }),
    conversationStarts: new Counter({
      name: 'luna_conversation_starts_total',
      help: 'Requests to start a conversation: started, refused for a reason of the person, or failed for one of ours or the voice provider.',
      labelNames: ['outcome'],
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
  }
}

/** What the hourly checks found. */
function checkMetrics(registry: Registry) {
  return {
    reconcileFindings: new Gauge({
      name: 'luna_reconcile_findings',
      help: 'Payments on which the books and the payment provider disagree, by kind; 0 in a healthy installation.',
      labelNames: ['kind'],
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
    ...auditGauges(registry),
  }
}

/** What the last audit found. */
function auditGauges(registry: Registry) {
  return {
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
    checkedAt: new Gauge({
      name: 'luna_hourly_check_timestamp_seconds',
      help: 'When this process last finished an hourly check without a fault, in Unix seconds; 0 until it has.',
      labelNames: ['check'],
      registers: [registry],
    }),
    checkFailures: new Counter({
      name: 'luna_hourly_check_failures_total',
      help: 'Parts of the hourly upkeep that failed, by name.',
      labelNames: ['check'],
      registers: [registry],
    }),
    backedUpAt: new Gauge({
      name: 'luna_backup_timestamp_seconds',
      help: 'When DATA_DIR/last-backup was last touched, which a good backup does, in Unix seconds; 0 when it never was.',
      registers: [registry],
    }),
  }
}

/** Background work. */
function workMetrics(registry: Registry) {
  return {
    jobsDone: new Counter({
      name: 'luna_jobs_total',
      help: 'Attempts at background work by queue and outcome: done, or failed (most are tried again).',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    }),
    jobsWaiting: new Gauge({
      name: 'luna_jobs_waiting',
      help: 'Background work that is due and not begun, by queue.',
      labelNames: ['queue'],
      registers: [registry],
    }),
    jobDelay: new Gauge({
      name: 'luna_job_delay_seconds',
      help: 'How long the oldest background work that is due has been waiting, by queue.',
      labelNames: ['queue'],
      registers: [registry],
    }),
    jobsGivenUp: new Gauge({
      name: 'luna_jobs_given_up',
      help: 'Background work of the last day that failed at its last attempt, by queue.',
      labelNames: ['queue'],
      registers: [registry],
    }),
    paymentEvents: new Counter({
      name: 'luna_payment_events_total',
      help: "The payment provider's events that this process received, by type.",
      labelNames: ['type'],
      registers: [registry],
    }),
    eventDelay: new Gauge({
      name: 'luna_payment_event_delay_seconds',
      help: "How long the oldest of the payment provider's events has been waiting to be handled; 0 when none waits.",
      registers: [registry],
    }),
  }
}

/** What the server depends on. */
function dependencyMetrics(registry: Registry) {
  return {
    voiceUp: new Gauge({
      name: 'luna_voice_provider_up',
      help: 'Whether the voice provider answers; while it does not, conversations are refused at once.',
      registers: [registry],
    }),
    serviceUp: new Gauge({
      name: 'luna_service_up',
      help: 'Whether a service was up when it was last looked at, as on /status; absent when nobody has looked for two minutes.',
      labelNames: ['service'],
      registers: [registry],
    }),
    outsideSeconds: new Histogram({
      name: 'luna_outside_call_seconds',
      help: 'Time that outside services took to answer, by service and whether they failed.',
      labelNames: ['service', 'failed'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers: [registry],
    }),
    databaseUp: new Gauge({
      name: 'luna_database_up',
      help: 'Whether the database answered when these figures were read.',
      registers: [registry],
    }),
    databaseWaiting: new Gauge({
      name: 'luna_database_waiting',
      help: 'Work of this process that waits for a free database connection now: short statements, or long reads.',
      labelNames: ['reads'],
      registers: [registry],
    }),
    replicaUp: new Gauge({
      name: 'luna_replica_up',
      help: 'Whether the replica answers long reads (1, also where none is used), or the primary has to (0).',
      registers: [registry],
    }),
    replicaReads: new Gauge({
      name: 'luna_replica_reads',
      help: 'Long reads of this process that the replica has answered.',
      registers: [registry],
    }),
  }
}
