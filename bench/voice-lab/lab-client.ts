/** What the lab asks of a voice client, whichever it is. */

/** One line of the transcript as the client shows it. */
export interface LabLine {
  role: 'user' | 'agent'
  text: string
}

export interface LabEnd {
  /** The client's own word for it. */
  reason: string
  /** What went wrong in its own words; null for an end that it takes for a good one. */
  problem: string | null
}

export interface LabState {
  connectedMs: number | null
  lines: LabLine[]
  /** What the provider corrected, where the client leaves it to its page to correct a line. */
  corrections: { from: string; to: string }[]
  end: LabEnd | null
}

export interface LabClient {
  state: LabState
  /** What a page may do before anybody presses a button. */
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

/** A one-time address for a conversation with the agent that the page's address names. */
export async function askAddress(): Promise<Address> {
  const answer = await fetch(`/address${location.search}`)
  if (!answer.ok) throw new Error(`no address: ${answer.status}`)
  return (await answer.json()) as Address
}

export function emptyState(): LabState {
  return { connectedMs: null, lines: [], corrections: [], end: null }
}
