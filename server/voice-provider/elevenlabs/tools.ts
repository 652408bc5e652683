import * as z from 'zod/mini'
import { type Provider, request } from './requests.ts'

/**
 * What agents may ask Luna to do during a conversation. At the provider a tool belongs to the account and is named by
 * agents; our gateway answers its calls.
 */

/** A tool as the model reads it. */
export interface ToolDefinition {
  /** By which a call names it; letters, digits, `_` and `-`. */
  name: string
  description: string
  parameters: Readonly<Record<string, { description: string; isRequired: boolean }>>
}

/** Every tool that each agent has. */
export const tools: readonly ToolDefinition[] = [
  {
    name: 'add_next_step',
    description:
      'Notes one thing that the person wants to do after this conversation. Call it only when the person asks to be ' +
      'reminded or agrees to do something, once for each thing.',
    parameters: {
      title: {
        description: 'What they will do, in their own words, beginning with a verb, at most 120 characters.',
        isRequired: true,
      },
      due: {
        description: 'The day that they named, as YYYY-MM-DD. Leave it empty when they named none; never guess it.',
        isRequired: false,
      },
      note: { description: 'What they want to remember about it, in a sentence. Usually empty.', isRequired: false },
    },
  },
  {
    name: 'remember',
    description:
      'Proposes one thing to know about the person next time. Call it only for what they said about themselves or asked ' +
      'you to remember.',
    parameters: {
      text: { description: 'One short sentence about the person, at most 300 characters.', isRequired: true },
      replaces: {
        description:
          'The earlier note that this corrects, word for word, once the person has said that it is wrong. Usually empty.',
        isRequired: false,
      },
    },
  },
]

/** How long an agent waits for our answer. */
const responseSeconds = 5

/** Returns a tool in the provider's format. `mark` is our own id of it, which the model does not read. */
export function toProviderTool({ name, description, parameters }: ToolDefinition, mark: string): object {
  const named = Object.entries(parameters)
  return {
    tool_config: {
      type: 'client',
      name,
      description,
      parameters: {
        type: 'object',
        required: named.filter(([, { isRequired }]) => isRequired).map(([key]) => key),
        properties: Object.fromEntries(
          named.map(([key, one]) => [key, { type: 'string', description: one.description }]),
        ),
      },
      expects_response: true,
      response_timeout_secs: responseSeconds,
      pre_tool_speech: 'off',
      dynamic_variables: { dynamic_variable_placeholders: { [markName]: mark } },
    },
  }
}

const markName = 'luna_tool_mark'
const path = '/v1/convai/tools'

const placeholders = z.nullish(z.record(z.string(), z.unknown()))
const listAnswer = z.object({
  tools: z.array(
    z.object({
      id: z.string(),
      tool_config: z.object({
        name: z.optional(z.string()),
        dynamic_variables: z.nullish(z.object({ dynamic_variable_placeholders: placeholders })),
      }),
    }),
  ),
  has_more: z.optional(z.boolean()),
  next_cursor: z.nullish(z.string()),
})
const toolAnswer = z.object({ id: z.string() })

/** Returns the provider's id of a tool that was created before; null when there is none. */
export async function findTool(provider: Provider, { name }: ToolDefinition, mark: string): Promise<string | null> {
  let cursor: string | null | undefined
  do {
    const query = new URLSearchParams({ search: name, page_size: '100', ...(cursor ? { cursor } : {}) })
    const page = await request(provider, 'GET', `${path}?${query.toString()}`, listAnswer)
    const found = page.tools.find(
      ({ tool_config: config }) =>
        config.name === name && config.dynamic_variables?.dynamic_variable_placeholders?.[markName] === mark,
    )
    if (found) return found.id
    cursor = page.has_more ? page.next_cursor : null
  } while (cursor)
  return null
}

/** Creates a tool. The provider has no key for repeats: look for the tool before. */
export async function createTool(provider: Provider, tool: ToolDefinition, mark: string): Promise<string> {
  return (await request(provider, 'POST', path, toolAnswer, toProviderTool(tool, mark))).id
}

/** Replaces a tool by its definition of now. */
export async function updateTool(
  provider: Provider,
  providerToolId: string,
  tool: ToolDefinition,
  mark: string,
): Promise<void> {
  const body = toProviderTool(tool, mark)
  await request(provider, 'PATCH', `${path}/${encodeURIComponent(providerToolId)}`, toolAnswer, body)
}
