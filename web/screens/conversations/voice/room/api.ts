import {
  endConversation,
  giveVoiceConsent,
  reconnectConversation,
  startConversation,
  voiceNotice,
} from '#contract/conversations/voice.ts'
import { ownTimeZone } from '#contract/dates.ts'
import { ApiError } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { meQuery, refreshMe } from '#web/client/me.ts'
import { queryClient, readAgain } from '#web/client/query-client.ts'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import type { StartOptions, ConversationApi } from '#web/voice/conversation-state.ts'
import type { ApiErrorShape } from '#web/voice/problems.ts'
import { secondsToTalk } from '../time.tsx'

/** How a conversation is started from the room. */
export interface RoomStart extends StartOptions {
  /** The person has just agreed to the voice notice (D89). */
  isAgreeing?: boolean
  /** "Not this time": the agent gets no notes about the person and proposes none (D185). Left out, it stays as it was. */
  withoutMemory?: boolean
  /** Typed for the person as soon as the agent has joined. */
  question?: string
}

/** Ending a conversation waits less than other calls, because the server also settles it by itself (D75). */
const endTimeoutMs = 10_000

/** The terms of later starts. */
interface Terms {
  /** The user agreed to the voice notice: the next start stores that first (D89). */
  isAgreeing: boolean
  /** Whether the agent knows nothing about the person (D185). */
  withoutMemory: boolean
  /** A platform admin's tests, which are free; undefined for paid conversations. */
  startTest: TalkAgent['startTest']
}

interface VoiceApi extends ConversationApi {
  setTerms: (terms: Terms) => void
}

/** Returns the calls of a conversation. Each end reloads everything that it changed (S243). */
export function createVoiceApi(): VoiceApi {
  let mustAgree = false
  let terms: Omit<Terms, 'isAgreeing'> = { withoutMemory: false, startTest: undefined }

  async function agree(): Promise<void> {
    await send(giveVoiceConsent, { body: { version: voiceNotice.version } })
    mustAgree = false
    void refreshMe()
  }

  return {
    setTerms({ isAgreeing, ...next }) {
      mustAgree ||= isAgreeing
      terms = next
    },
    start: (agentId, resumeOf) =>
      readably(async () => {
        if (mustAgree) await agree()
        const { withoutMemory, startTest } = terms
        if (startTest) return startTest(resumeOf)
        const chosen = { ...(resumeOf && { resumeOf }), ...(withoutMemory && { withoutMemory }) }
        return send(startConversation, { body: { agentId, timeZone: ownTimeZone(), ...chosen } })
      }),
    reconnect: (id) => readably(() => send(reconnectConversation, { params: { id } })),
    end: (id, figures) =>
      readably(async () => {
        try {
          const { secondsCharged, endReason } = await send(
            endConversation,
            { params: { id }, body: figures },
            { timeoutMs: endTimeoutMs },
          )
          await readAgain()
          return { usedSeconds: secondsCharged, reason: endReason, balanceSeconds: readBalanceSeconds() }
        } catch (error) {
          void readAgain()
          throw error
        }
      }),
    endWithKeepalive(id, figures) {
      send(endConversation, { params: { id }, body: figures }, { keepalive: true }).catch(() => undefined)
    },
  }
}

/** Returns the seconds left to talk as just read; null if reading failed. */
function readBalanceSeconds(): number | null {
  const state = queryClient.getQueryState(meQuery.queryKey)
  return state?.status === 'success' && state.data ? secondsToTalk(state.data) : null
}

/** Makes a call and translates a refusal into the conversation's own terms, so that it need not know how calls work. */
async function readably<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    // oxlint-disable-next-line typescript/only-throw-error -- a plain record is what the conversation reads
    throw error instanceof ApiError ? toErrorShape(error) : error
  }
}

function toErrorShape({ status, code, problem, details }: ApiError): ApiErrorShape {
  const { sessionId } = details
  return {
    status,
    ...(code && { code }),
    ...(problem && { message: problem.message }),
    ...(typeof sessionId === 'string' && { sessionId }),
  }
}
