import { organizationTopic } from './organizations.ts'
import { payingTopic } from './paying.ts'
import { accountTopic, privacyTopic } from './privacy-and-account.ts'
import { minutesTopic, talkingTopic } from './talking.ts'
import type { Topic } from './topic.ts'

/** In the order in which people meet the questions. */
export const topics: readonly Topic[] = [
  talkingTopic,
  minutesTopic,
  payingTopic,
  organizationTopic,
  privacyTopic,
  accountTopic,
]
