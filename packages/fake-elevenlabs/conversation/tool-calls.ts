/** Client tools during a conversation: what the agent asks its caller to do, and what comes back. */
import type { ClientTool } from '../tools.ts'
import type { Line } from './line.ts'

/** What a tool answered, or why it did not. */
export interface ToolResult {
  callId: string
  result: string
  isError: boolean
  latencyMs: number
}

interface Waiting {
  resolve(answer: { result: string; isError: boolean }): void
}

export class ToolCalls {
  private readonly line: Line
  private readonly waiting = new Map<string, Waiting>()

  constructor(line: Line) {
    this.line = line
  }

  /** Calls a tool. Silence for longer than the tool allows becomes an error, after which the conversation goes on. */
  async call(tool: ClientTool, parameters: Record<string, string>): Promise<ToolResult> {
    const eventId = this.line.nextEventId()
    const callId = `call_${eventId}`
    const startedAtMs = performance.now()
    const answered = new Promise<{ result: string; isError: boolean }>((resolve) => {
      this.waiting.set(callId, { resolve })
    })
    const { name, expects_response: expectsResponse, response_timeout_secs: seconds } = tool
    this.line.send({
      type: 'client_tool_call',
      client_tool_call: { tool_name: name, tool_call_id: callId, parameters, event_id: eventId },
    })
    const silence = { result: `Tool ${name} did not respond within ${seconds} seconds.`, isError: true }
    const timer = setTimeout(() => this.take(callId, silence.result, true), seconds * 1000)
    if (!expectsResponse) this.take(callId, '', false)
    const answer = await answered
    clearTimeout(timer)
    this.report(name, callId, eventId, answer.isError)
    return { callId, ...answer, latencyMs: performance.now() - startedAtMs }
  }

  /** Takes the answer of a caller; one that nobody waits for is ignored. */
  take(callId: string, result: string, isError: boolean): void {
    this.waiting.get(callId)?.resolve({ result, isError })
    this.waiting.delete(callId)
  }

  /** Drops what waits when the conversation is over. */
  close(): void {
    for (const callId of this.waiting.keys()) this.take(callId, 'The conversation has ended.', true)
  }

  private report(name: string, callId: string, eventId: number, isError: boolean): void {
    this.line.send({
      type: 'agent_tool_response',
      agent_tool_response: {
        tool_name: name,
        tool_call_id: callId,
        tool_type: 'client',
        event_id: eventId,
        is_error: isError,
        is_called: true,
      },
    })
  }
}
