import { oldestWaitingEvent } from './billing/bookings/provider-events.ts'
import type { Services } from './conversations/services.ts'
import { listQueues } from './database/job-figures.ts'
import type { Metrics } from './metrics.ts'
import { readLastBackup } from './status/last-backup.ts'
import { listLatest } from './status/service-states.ts'

/** A look at a service that is older than this says nothing of the present. */
const freshMs = 120_000

/** Shows what can be known at the moment in which /metrics is read. Without the database, the last known figures. */
export async function showPresent(services: Services, metrics: Metrics): Promise<void> {
  const { database, voice, live } = services
  const { short, long } = database.waiting()
  metrics.voiceUp.set(voice.isUp() ? 1 : 0)
  metrics.liveConversations.set(live.all().length)
  metrics.databaseWaiting.set({ reads: 'short' }, short)
  metrics.databaseWaiting.set({ reads: 'long' }, long)
  metrics.backedUpAt.set(((await readLastBackup(services.config.dataDirectory))?.getTime() ?? 0) / 1000)
  try {
    await showFromDatabase(services, metrics)
    metrics.databaseUp.set(1)
  } catch {
    metrics.databaseUp.set(0)
  }
}

async function showFromDatabase({ database: { read }, clock }: Services, metrics: Metrics): Promise<void> {
  const real = clock.real()
  const [queues, event, states] = await Promise.all([
    listQueues(read),
    oldestWaitingEvent(read),
    listLatest(read, new Date(real.getTime() - freshMs)),
  ])
  for (const { queue, waiting, delaySeconds, givenUp } of queues) {
    metrics.jobsWaiting.set({ queue }, waiting)
    metrics.jobDelay.set({ queue }, delaySeconds)
    metrics.jobsGivenUp.set({ queue }, givenUp)
    // A counter that appears with its first fault has no rate then.
    metrics.jobsDone.inc({ queue, outcome: 'failed' }, 0)
  }
  metrics.eventDelay.set(event ? Math.max(0, (clock.now().getTime() - event.getTime()) / 1000) : 0)
  metrics.serviceUp.reset()
  for (const { service, state } of states) metrics.serviceUp.set({ service }, state === 'up' ? 1 : 0)
}
