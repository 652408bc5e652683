import type { Services } from '../services.ts'
import type { Ticks } from './ticks.ts'

export interface GatewayServices extends Services {
  ticks: Ticks
  /** Counts a settled conversation in the figures at /metrics. */
  countEnded(reason: string, chargedMs: number): void
}
