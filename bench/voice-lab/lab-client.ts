/** What the lab needs from any voice client. */

/** One line of the transcript as the client shows it. */
export interface LabLine {
  role: 'user' | 'agent'
  text: string
}

export interface LabEnd {
  /** The client's own word for it. */
  reason: string
  /** What went wrong, in its own words; null for an end that it considers good. */
  problem: string | null
}

export interface LabState {
  connectedMs: number | null
  lines: LabLine[]
  /** The provider's corrections, where the client leaves correcting a line to its page. */
  corrections: { from: string; to: string }[]
  end: LabEnd | null
}

export interface LabClient {
  state: LabState
  /** What a page may do before the button is pressed. */
  prepare: () => void
  /** Presses the button. `connectedMs` counts from here. */
  start: () => void
  say: (text: string) => void
  end: () => void
}

export interface Address {
  id: string
  conversationId: string
  signedUrl: string
}

/** Returns a one-time address for a conversation with the agent in the page's address. */
export async function askAddress(): Promise<Address> {
  const answer = await fetch(`/address${location.search}`)
  if (!answer.ok) throw new Error(`no address: ${answer.status}`)
  return (await answer.json()) as Address
}

export function emptyState(): LabState {
  return { connectedMs: null, lines: [], corrections: [], end: null }
}
