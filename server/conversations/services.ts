import type * as billing from '../billing/services.ts'
import type * as voiceProvider from '../voice-provider/services.ts'
import type { LiveConversations } from './gateway/live-conversations.ts'

/** A person's conversation for an organization or, with null, for themselves. */
export interface Talk {
  userId: string
  organizationId: number | null
}

/** What works with running conversations, assembled once in main. */
export interface Services extends billing.Services, voiceProvider.Services {
  live: LiveConversations
  /** Number of the advisory lock that shows other processes that this one lives (D75). */
  gatewayId(): number
  /** Called after every conversation that used minutes, so that limits can be checked. Must not throw. */
  afterTalk(talk: Talk): Promise<void>
}
