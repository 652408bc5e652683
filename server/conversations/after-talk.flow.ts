import { watchBalance } from '../billing/auto-purchase/watch-balance.flow.ts'
import type { Services, Talk } from './services.ts'

/** Follows up on the minutes of a conversation that has ended; a test has used none (D56). */
export async function watchTalk(
  services: Services,
  talk: Talk & { accountId: string; isTest: boolean },
): Promise<void> {
  if (talk.isTest) return
  await Promise.all([watchBalance(services, talk.accountId), services.afterTalk(talk)])
}
