import { url } from './fixtures.ts'

interface Switches {
  apiFault?: { stripe?: 'error' | 'no_secret' | null; elevenlabs?: 'error' | null }
  webhooks?: 'deliver' | 'drop'
  /** How far business time moves, such as `P1M`; it moves for everybody and never back. */
  advance?: string
  /** What happens to a payment at the provider, once. */
  refund?: { payment: string }
  dispute?: { payment: string; action: 'open' | 'win' | 'lose' }
}

/** Sets switches of the outside services. */
export async function setSwitches(switches: Switches): Promise<void> {
  const response = await fetch(`${url}/standins/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}
