/** Client tools of the account: what agents may ask their callers to do. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Records } from './records/records.ts'
import type { Agent } from './rest/agents.ts'
import { pageOf, searchQuery } from './rest/pages.ts'
import { need, readBody, readQuery, refuse } from './vendor-errors.ts'

const parameter = z.looseObject({
  type: z.enum(['string', 'boolean', 'integer', 'number', 'array', 'object']),
  description: z.optional(z.string()),
  enum: z.optional(z.nullable(z.array(z.string()))),
})

/** The fields of the provider's contract of 2026-08-22; any other is refused. */
const clientTool = z.strictObject({
  type: z.literal('client'),
  name: z.string().check(z.regex(/^[a-zA-Z0-9_-]{1,64}$/)),
  description: z.string(),
  parameters: z.optional(
    z.nullable(
      z.strictObject({
        type: z._default(z.literal('object'), 'object'),
        description: z.optional(z.string()),
        required: z._default(z.array(z.string()), []),
        properties: z._default(z.record(z.string(), parameter), {}),
      }),
    ),
  ),
  expects_response: z._default(z.boolean(), false),
  response_timeout_secs: z._default(z.int().check(z.minimum(1), z.maximum(120)), 20),
  execution_mode: z._default(z.enum(['immediate', 'post_tool_speech', 'async']), 'immediate'),
  interruption_mode: z._default(z.enum(['allow', 'disable_during_tool', 'disable_during_tool_and_turn']), 'allow'),
  pre_tool_speech: z._default(z.enum(['auto', 'force', 'off']), 'auto'),
  tool_call_sound: z.optional(z.nullable(z.string())),
  tool_error_handling_mode: z._default(z.enum(['auto', 'summarized', 'passthrough', 'hide']), 'auto'),
  assignments: z._default(z.array(z.looseObject({})), []),
  dynamic_variables: z.optional(z.looseObject({})),
})

const toolBody = z.strictObject({ tool_config: clientTool })

export type ClientTool = z.infer<typeof clientTool>

/** A tool as it lies on disk. */
export interface Tool {
  id: string
  tool_config: ClientTool
}

/** Returns a tool as the provider answers it. */
function toAnswer(tool: Tool): Record<string, unknown> {
  const access = { is_creator: true, creator_name: 'Luna', creator_email: 'standin@luna.test', role: 'admin' }
  return { ...tool, access_info: access, usage_stats: { total_calls: 0, avg_latency_secs: 0 } }
}

type ById = { Params: { id: string } }

const deleteQuery = z.strictObject({ force: z._default(z.stringbool(), false) })

/** Registers the paths of tools, relative to `/v1/convai`. */
export function registerTools(app: FastifyInstance, tools: Records<Tool>, agents: Records<Agent>): void {
  const usersOf = (id: string): Agent[] =>
    agents.values().filter((agent) => agent.conversation_config.agent.prompt.tool_ids?.includes(id))
  const find = (id: string): Tool => need(tools.get(id), 'tool', id)
  const keep = (id: string, request: FastifyRequest): object => {
    const tool = { id, ...readBody(toolBody, request) }
    tools.set(id, tool)
    return toAnswer(tool)
  }
  app.post('/tools', (request) => keep(`tool_${randomBytes(14).toString('hex')}`, request))
  app.get('/tools', (request) => {
    const query = readQuery(searchQuery, request)
    const wanted = tools.values().filter(({ tool_config: { name } }) => name.startsWith(query.search ?? ''))
    const { items, rest } = pageOf(wanted, query, ({ id }) => id)
    return { tools: items.map(toAnswer), ...rest }
  })
  app.get<ById>('/tools/:id', ({ params }) => toAnswer(find(params.id)))
  app.patch<ById>('/tools/:id', (request) => keep(find(request.params.id).id, request))
  app.delete<ById>('/tools/:id', (request) => {
    const { id } = find(request.params.id)
    if (!readQuery(deleteQuery, request).force && usersOf(id).length > 0) {
      refuse(400, 'tool_has_dependent_agents', `Tool with id ${id} is used by agents.`)
    }
    for (const agent of usersOf(id)) agents.set(agent.agent_id, withoutTool(agent, id))
    tools.delete(id)
    return {}
  })
}

function withoutTool(agent: Agent, toolId: string): Agent {
  const { conversation_config: config } = agent
  const toolIds = config.agent.prompt.tool_ids?.filter((id) => id !== toolId)
  const prompt = { ...config.agent.prompt, tool_ids: toolIds }
  return { ...agent, conversation_config: { ...config, agent: { ...config.agent, prompt } } }
}
