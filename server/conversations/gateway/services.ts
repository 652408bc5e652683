import type { Services } from '../services.ts'

export interface GatewayServices extends Services {
  /** Counts a settled conversation in the figures at /metrics. */
  countEnded(reason: string, chargedMs: number): void
}
