import type { VendorCall } from './compare.d.mts'

export interface VendorService {
  name: string
  url: string
  calls(run: string): VendorCall[]
  /** `version`: of Stripe's interface. */
  headers(version: string): Record<string, string>
  standinHeaders: Record<string, string>
}

export function faultsOfKeys(keys: { stripeKey: string; voiceKey: string }): string[]
export function stripeService(service: { key: string; url?: string }): VendorService
export function elevenLabsService(service: { key: string; url?: string }): VendorService
export function checkService(
  service: VendorService,
  standinUrl: string,
  run: string,
): Promise<{ calls: number; lines: string[] }>
