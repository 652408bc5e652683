import type { Services } from './services.ts'
import { watchBalance } from '../billing/auto-purchase/watch-balance.flow.ts'
import { watchLimit } from './watch-limit.flow.ts'

interface Talk {
  userId: string
  accountId: string
  organizationId: number | null
  isTest: boolean
}

/** What follows from the minutes of a conversation that has ended; a test has used none (D56). */
export async function watchTalk(services: Services, talk: Talk): Promise<void> {
  if (talk.isTest) return
  await Promise.all([watchBalance(services, talk.accountId), watchLimit(services, talk, 'talk')])
}
