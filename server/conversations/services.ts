import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import type * as billing from '../billing/services.ts'
import type * as voiceProvider from '../voice-provider/services.ts'
import type { LiveConversations } from './gateway/live-conversations.ts'
import type { OpenedConversation } from './voice-sessions.ts'

/** A person's conversation for an organization or, with null, for themselves. */
export interface Talk {
  userId: string
  organizationId: number | null
}

/** A tool that an agent calls during a conversation. */
export interface ToolCall {
  name: string
  /** As the model wrote them, so they may be anything. */
  parameters: unknown
  conversation: Pick<OpenedConversation, 'id' | 'userId' | 'organizationId' | 'agentId' | 'isTest' | 'timeZone'>
  /** Whole seconds since the conversation began. */
  atSecond: number
}

export interface ToolAnswer {
  /** Read by the model, not by people. */
  result: string
  isError: boolean
  /** What the person's browser shows of it. */
  notice?: ServerMessage
}

/** A conversation whose agent may know something about the person. */
export interface RememberedTalk extends Talk {
  /** The conversation's id. */
  id: string
  agentId: string
}

/** What works with running conversations, assembled once in main. */
export interface Services extends billing.Services, voiceProvider.Services {
  live: LiveConversations
  /** Number of the advisory lock that shows other processes that this one lives (D75). */
  gatewayId(): number
  /** Called after every conversation that used minutes, so that limits can be checked. Must not throw. */
  afterTalk(talk: Talk): Promise<void>
  /** Deletes at once what else was left of words that their person has deleted (D202). */
  wordsDeleted(): Promise<void>
  /** Does what an agent asks for by one of its tools. */
  answerTool(call: ToolCall): Promise<ToolAnswer>
  /**
   * Returns what the agent of a conversation may know about the person, one line each; empty when it knows nothing, and
   * when memory is off (D185). Must not throw, because the person is waiting.
   */
  memoryFor(talk: RememberedTalk): Promise<string>
}
