import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Jobs } from '../database/jobs.ts'
import type { Log } from '../log.ts'

/** What every subject works with. Those that reach an outside service add its door in a `services.ts` of their own. */
export interface Services {
  config: Config
  clock: Clock
  database: Database
  jobs: Jobs
  /** Address of the site for links in mails that no request has asked for. */
  siteUrl(): string
  log: Log
}
