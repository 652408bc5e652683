import type * as identity from '../identity/services.ts'
import type { VoiceProvider } from './elevenlabs/elevenlabs.ts'

/** What works with voices and the provider's agents. */
export interface Services extends identity.Services {
  voice: VoiceProvider
}
