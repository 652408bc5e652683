import type { ReactNode } from 'react'
import type { Playing } from '#web/kit/sound/player.ts'

/** What the page shows of the conversation that can be heard. */
export interface Hearing {
  state: Playing['state']
  /** The ring and the mark of the button. */
  ring: ReactNode
  /** Whether there is nothing to hear. */
  isMissing: boolean
  /** Plays the conversation, or pauses it; call it inside the press. Null until it is known. */
  press: (() => void) | null
  /** Parts of the picture while something is heard. */
  picture: HeardPicture | null
}

export interface HeardPicture {
  name: string
  category: string
  imageUrl: string | null
  isAgentSpeaking: boolean
  time: ReactNode
  rays: ReactNode
  words: ReactNode
}
