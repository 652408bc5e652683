import type { ToolAnswer, ToolCall, Services } from '../conversations/services.ts'
import { rememberByTool } from './memory/memory.flow.ts'
import { addNextStep } from './next-steps/next-steps.flow.ts'

type Tool = (services: Services, call: ToolCall) => Promise<ToolAnswer>

/** What answers each tool of agents, by the names under which the voice provider knows them. */
const answers: ReadonlyMap<string, Tool> = new Map([
  ['add_next_step', addNextStep],
  ['remember', rememberByTool],
])

/** Does what an agent asks for by one of its tools. The answer is for the model, in words that it can pass on. */
export async function answerTool(services: Services, call: ToolCall): Promise<ToolAnswer> {
  const tool = answers.get(call.name)
  if (!tool) return { result: `There is no tool named ${call.name.slice(0, 64)}.`, isError: true }
  return tool(services, call)
}
