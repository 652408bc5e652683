import type { ServerMessage } from '#contract/conversations/voice-socket.ts'
import type { ToolAnswer } from '../services.ts'
import type { OpenedConversation } from '../voice-sessions.ts'
import type { ClientToolCall } from './provider-frames.ts'
import type { GatewayServices } from './services.ts'

/** The agent is silent until it has an answer. */
const answerWithinMs = 900
/** An agent that calls without end is not served without end. */
const maxCalls = 50

interface Sides {
  /** Sends the answer to the agent. */
  answer(callId: string, answer: ToolAnswer): void
  /** Shows the person what was done. */
  notify(message: ServerMessage): void
}

const failed: ToolAnswer = { result: 'This could not be saved. Say so.', isError: true }
const tooMany: ToolAnswer = { result: 'No more calls are possible in this conversation.', isError: true }
const tooLate: ToolAnswer = { result: 'This could not be saved in time. Say so.', isError: true }

/** Answers what an agent asks for by its tools, whether or not a browser is there. */
export class ToolAnswers {
  #gateway: GatewayServices
  #opened: OpenedConversation
  #sides: Sides
  #count = 0

  constructor(gateway: GatewayServices, opened: OpenedConversation, sides: Sides) {
    this.#gateway = gateway
    this.#opened = opened
    this.#sides = sides
  }

  /** Answers within a second, once. `seconds` is the talk time so far. */
  async take(
    { tool_name, tool_call_id, parameters }: ClientToolCall['client_tool_call'],
    seconds: number,
  ): Promise<void> {
    if (typeof tool_name !== 'string' || typeof tool_call_id !== 'string') return
    const call = { name: tool_name, parameters, conversation: this.#opened, atSecond: Math.floor(seconds) }
    const work = ++this.#count > maxCalls ? Promise.resolve(tooMany) : this.#gateway.answerTool(call)
    const done = work.catch((error: unknown) => {
      this.#gateway.log.error(
        { err: error, sessionId: this.#opened.id, tool: tool_name },
        'a tool could not be answered',
      )
      return failed
    })
    let cancel = (): void => {}
    const late = new Promise<ToolAnswer>((resolve) => {
      cancel = this.#gateway.clock.after(answerWithinMs, () => resolve(tooLate))
    })
    this.#sides.answer(tool_call_id, await Promise.race([done, late]))
    cancel()
    // What was stored after all is shown, even when the agent could not wait for it.
    const { notice } = await done
    if (notice) this.#sides.notify(notice)
  }
}
