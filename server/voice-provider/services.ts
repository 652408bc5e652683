import type * as kernel from '../kernel/services.ts'
import type { VoiceProvider } from './elevenlabs/elevenlabs.ts'

/** What works with voices and the provider's agents. */
export interface Services extends kernel.Services {
  voice: VoiceProvider
}
