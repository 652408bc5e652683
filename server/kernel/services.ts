import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Jobs } from '../database/jobs.ts'
import type { Log } from '../log.ts'

/** What every subject works with. Subjects with an outside service add its door in their own `services.ts`. */
export interface Services {
  config: Config
  clock: Clock
  database: Database
  jobs: Jobs
  /** The site's address for links in mails that no request has caused. */
  siteUrl(): string
  log: Log
}
