import type { VoiceFault } from '@luna/fake-elevenlabs/voice-fault.ts'
import { callAs, payWithCard, type Person } from './people.ts'
import { url } from './fixtures.ts'

interface Switches {
  /** How far business time moves, such as `P1M`; it moves for everybody and never back. */
  advance?: string
  /** What happens to a payment at the provider, once. */
  dispute?: { payment: string; action: 'open' | 'lose' }
  voiceFaults?: Record<string, VoiceFault | null>
  voiceService?: { understandsSpeech: boolean }
}

export async function setSwitches(switches: Switches): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(switches)
  const response = await fetch(`${url}/standins/control.json`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(await response.text())
}

/** Saves another card for renewals and automatic purchases, as on the account page. */
export async function keepCard(person: Person, magicId: string): Promise<void> {
  const { clientSecret } = await callAs<{ clientSecret: string }>(person, '/api/account/card-setup', {})
  await callAs(person, '/api/account/card', { setupIntentId: await payWithCard(clientSecret, magicId) })
}
