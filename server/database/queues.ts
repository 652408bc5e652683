/** The data of each kind of background work. A job may run twice, so every handler is idempotent. */
export interface JobData {
  mail: {
    to: string
    subject: string
    text: string
    html: string
    /** What the log of sent mail keeps of it; mails that an earlier release has queued have none. */
    log?: { kind: string; subject: string; organizationId: number | null; about: string[] }
    /** Where the reader can stop mails of its kind. */
    stopUrl?: string
  }
  /** A person forgot the password of this address, which may belong to nobody (D19). */
  resetLink: { to: string; siteUrl: string }
  stripeEvent: { id: string }
  autoPurchase: { checkoutId: string; accountId: string }
  /** The payment provider must receive a person's current name and address. */
  customerDetails: { userId: string }
  dataExport: { exportId: string }
  /** The voice provider must receive an agent as it was saved, because that failed at first. */
  agentSync: { agentId: string }
  /** The words of an agent must be read aloud, because they or its voice have changed. */
  agentSounds: { agentId: string }
  /** The voice provider must receive or lose documents of an agent. */
  knowledge: { agentId: string }
  /** The voice provider must delete a conversation that nobody keeps, or of an erased person. */
  deleteConversation: { conversationId: string }
  /** People must get messages about the new statuses of their requests. */
  requestNotices: null
  /** The hourly upkeep, which is scheduled by itself. */
  upkeep: null
  /** The hourly work with the payment provider, which is scheduled by itself: the upkeep must not wait for its answers. */
  paymentUpkeep: null
}
export type JobName = keyof JobData

interface Queue {
  name: string
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  /** The longest pause between two attempts, in seconds. */
  retryDelayMax?: number
  /** A job whose process died is started again after this time. */
  expireInSeconds: number
  /** A job whose process has not been heard of for this time is started again, however long it may take. */
  heartbeatSeconds?: number
  /** exclusive: while one waits or runs, no other is accepted. singleton: one runs at a time, on all processes together. */
  policy?: 'exclusive' | 'singleton'
  /** Whether its policy counts for each agent by itself. */
  isPerAgent?: boolean
  pollSeconds: number
  /** How many a process takes at once; 10 unless given. */
  batchSize?: number
}

/** Tried again for a few hours, each time after a longer pause. */
const patient = { retryLimit: 12, retryDelay: 10, retryBackoff: true, expireInSeconds: 60 }

/** Tried again for about a day, at least once an hour. */
const forADay = { retryLimit: 35, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 }

/** Once an hour on all processes together, for as long as it takes. */
const hourly = {
  retryLimit: 2,
  retryDelay: 30,
  retryBackoff: false,
  expireInSeconds: 6 * 3600,
  heartbeatSeconds: 60,
  policy: 'exclusive',
  pollSeconds: 2,
} as const

/** How each kind of work is queued and tried again. */
export const queues: Record<JobName, Queue> = {
  mail: { name: 'mail', ...patient, pollSeconds: 1 },
  resetLink: { name: 'reset-link', ...patient, pollSeconds: 0.5 },
  stripeEvent: { name: 'stripe-event', ...patient, retryLimit: 20, retryDelay: 5, pollSeconds: 0.5 },
  // After about half an hour the rest is left to the hourly upkeep.
  autoPurchase: {
    name: 'auto-purchase',
    ...patient,
    retryLimit: 8,
    retryDelay: 5,
    expireInSeconds: 120,
    pollSeconds: 0.5,
  },
  customerDetails: { name: 'customer-details', ...patient, pollSeconds: 5 },
  // Promised within 10 minutes (D28).
  dataExport: { name: 'data-export', ...patient, expireInSeconds: 180, pollSeconds: 1 },
  // Before the last try a conversation can send the agent, and so can an admin.
  agentSync: { name: 'agent-sync', ...forADay, expireInSeconds: 60, pollSeconds: 2 },
  // One sound after the other, so that each is made once and conversations keep the provider's attention. What an
  // outage of a day leaves is made by the hourly upkeep.
  agentSounds: {
    name: 'agent-sounds',
    ...forADay,
    expireInSeconds: 600,
    policy: 'singleton',
    pollSeconds: 1,
    batchSize: 1,
  },
  // One per agent at a time, so that a document is sent once. What an outage of a day leaves is taken up by the upkeep.
  knowledge: {
    name: 'knowledge',
    ...forADay,
    retryDelay: 2,
    expireInSeconds: 300,
    policy: 'singleton',
    isPerAgent: true,
    pollSeconds: 0.5,
  },
  // Retried for more than a week.
  deleteConversation: {
    name: 'delete-conversation',
    ...patient,
    retryLimit: 45,
    retryDelay: 30,
    retryDelayMax: 6 * 3600,
    pollSeconds: 2,
  },
  requestNotices: { name: 'request-notices', ...patient, retryDelay: 5, pollSeconds: 1 },
  upkeep: { name: 'upkeep', ...hourly },
  paymentUpkeep: { name: 'payment-upkeep', ...hourly },
}

/** The work that is scheduled by itself, every hour. */
export const hourlyJobs = ['upkeep', 'paymentUpkeep'] as const satisfies JobName[]

/** Jobs that name an address or hold a one-time secret. Once they are done, no copy stays (D18). */
export const keptByNobody: readonly JobName[] = ['mail', 'resetLink']
