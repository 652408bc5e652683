import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { type JobData, type JobName, hourlyJobs, keptByNobody, queues } from './queues.ts'
import { hasRows, type Tx } from './sql.ts'
import type { Log } from '../log.ts'
import { inSpan } from '../spans.ts'

const everyHour = '0 * * * *'
/** Of all hourly work of one kind that is requested within a clock hour, only the first is created. */
const oncePerHour = { singletonSeconds: 3600 }
const firstUpkeepSeconds = 60

const batching = { burstWhenBatchFull: true, perJobResults: true } as const

/**
 * `signal` ends work that another process has taken over or that nobody waits for. `id` is the job's, the same in each
 * try.
 */
export type Handlers = { [Name in JobName]: (data: JobData[Name], signal: AbortSignal, id: string) => Promise<void> }

export interface Jobs {
  /**
   * Puts work on its queue inside the caller's transaction, so that it exists exactly when the transaction commits. It
   * begins at once, or after some seconds of real time.
   */
  enqueue<Name extends JobName>(tx: Tx, name: Name, data: JobData[Name], when?: { afterSeconds: number }): Promise<void>
  /** Removes mails to these addresses, and requests for such mails, that were not sent yet. */
  deleteMails(tx: Tx, addresses: readonly string[]): Promise<void>
  start(handlers: Handlers): Promise<void>
  stop(): Promise<void>
}

/** Creates pg-boss's schema and queues. It needs the owner's rights, so it runs with the migrations. */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => {})
  await boss.start()
  for (const { name, pollSeconds: _, batchSize: __, isPerAgent: ___, policy = 'standard', ...options } of Object.values(
    queues,
  )) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, policy })
  }
  for (const name of hourlyJobs) await boss.schedule(queues[name].name, everyHour, null, oncePerHour)
  const db = boss.getDb()
  await db.executeSql('grant usage on schema pgboss to luna_app')
  await db.executeSql('grant select, insert, update, delete on all tables in schema pgboss to luna_app')
  await boss.stop({ graceful: false })
}

interface JobOptions {
  /** Whether the upkeep is scheduled by itself. */
  isHourly: boolean
  /** Called after each attempt, with the queue's name. */
  onTried?: (queue: string, outcome: 'done' | 'failed') => void
}

export function createJobs(database: Database, log: Log, { isHourly, onTried = () => {} }: JobOptions): Jobs {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    migrate: false,
    createSchema: false,
    schedule: isHourly,
  })
  boss.on('error', (error: unknown) => log.warn({ err: error }, 'background work reported a fault'))
  return {
    enqueue: async (tx, name, data, when) => {
      const { isPerAgent = false, name: queue } = queues[name]
      const perAgent = isPerAgent && data !== null && 'agentId' in data ? { singletonKey: data.agentId } : {}
      const later = when ? { startAfter: when.afterSeconds } : {}
      await boss.send(queue, data, {
        ...perAgent,
        ...later,
        db: { executeSql: (text, values) => tx.execute(text, values) },
      })
    },
    deleteMails: async (tx, addresses) => {
      const names = keptByNobody.map((name) => queues[name].name)
      await tx`delete from pgboss.job where name = any(${names}) and data ->> 'to' = any(${addresses})`
    },
    start: async (handlers) => {
      await boss.start()
      await Promise.all(
        (Object.keys(queues) as JobName[]).map((name) => workOff(boss, name, handlers, { log, onTried })),
      )
      // In an hour that began without a server, the first one to start creates the upkeep.
      if (!isHourly) return
      for (const name of hourlyJobs)
        await boss.send(queues[name].name, null, { ...oncePerHour, startAfter: firstUpkeepSeconds })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/** Returns whether a running job is still stored; an erasure removes the jobs of its person. */
export function isJobStored(tx: Tx, name: JobName, id: string): Promise<boolean> {
  return hasRows(tx`select from pgboss.job where name = ${queues[name].name} and id = ${id}`)
}

/** Takes whole batches, the next one at once while they come full. Each job succeeds or fails by itself. */
async function workOff<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: Handlers,
  { log, onTried }: Required<Pick<JobOptions, 'onTried'>> & { log: Log },
): Promise<void> {
  const queue = queues[name]
  const run = async (job: Job<JobData[Name]>): Promise<JobResult> => {
    try {
      await inSpan({ name: `job ${queue.name}`, kind: 'consumer' }, () => handlers[name](job.data, job.signal, job.id))
      if (keptByNobody.includes(name)) await boss.deleteJob(queue.name, job.id)
      onTried(queue.name, 'done')
      return { id: job.id, status: 'completed' }
    } catch (error) {
      log.warn({ err: error, job: name }, 'background work failed and will be tried again')
      onTried(queue.name, 'failed')
      return { id: job.id, status: 'failed' }
    }
  }
  const options = { ...batching, pollingIntervalSeconds: queue.pollSeconds, batchSize: queue.batchSize ?? 10 }
  await boss.work<JobData[Name], unknown, typeof options>(queue.name, options, (jobs) => Promise.all(jobs.map(run)))
}
