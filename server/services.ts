import type { Config } from './config.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { LiveConversations } from './conversations/live-conversations.flow.ts'
import type { Jobs } from './database/jobs.ts'
import type { Payments } from './billing/stripe/stripe.ts'
import type { VoiceProvider } from './voice-provider/elevenlabs/elevenlabs.ts'
import type { Log } from './log.ts'

/** Everything that routes and flows work with, assembled once in main. */
export interface Services {
  config: Config
  clock: Clock
  database: Database
  jobs: Jobs
  payments: Payments
  voice: VoiceProvider
  live: LiveConversations
  /** Number of the advisory lock that tells other processes that this one lives (D75). */
  gatewayId(): number
  /** Address of the site for links in mails that no request has asked for. */
  siteUrl(): string
  log: Log
}
