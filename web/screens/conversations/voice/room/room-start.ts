import type { StartOptions } from '#web/voice/conversation-state.ts'

/** How a conversation is started from the room. */
export interface RoomStart extends StartOptions {
  /** The person has just agreed to the voice notice (D89). */
  isAgreeing?: boolean
  /** "Not this time": the agent gets no notes about the person and proposes none (D185). Left out, it stays as it was. */
  withoutMemory?: boolean
  /** Typed for the person as soon as the agent has joined. */
  question?: string
}
