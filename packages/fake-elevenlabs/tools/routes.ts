/** The account's tools, paths relative to `/v1/convai`. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { pageOf } from '../knowledge/list-routes.ts'
import { readBody, readQuery } from '../read-request.ts'
import type { Records } from '../records/records.ts'
import type { Agent } from '../rest/agents.ts'
import { sendFault } from '../vendor-errors.ts'
import { newTool, toAnswer, type Tool, toolBody } from './tools.ts'

type ById = { Params: { id: string } }

const listQuery = z.object({
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  cursor: z.optional(z.string()),
  search: z.optional(z.string()),
})
const deleteQuery = z.strictObject({ force: z._default(z.stringbool(), false) })

export function registerTools(app: FastifyInstance, tools: Records<Tool>, agents: Records<Agent>): void {
  const usersOf = (id: string): Agent[] =>
    agents.values().filter((agent) => agent.conversation_config.agent.prompt.tool_ids?.includes(id))
  app.post('/tools', (request, reply) => {
    const body = readBody(toolBody, request, reply)
    if (!body) return reply
    const tool = newTool(body.tool_config)
    tools.set(tool.id, tool)
    return reply.send(toAnswer(tool))
  })
  app.get('/tools', (request, reply) => {
    const query = readQuery(listQuery, request, reply)
    if (!query) return reply
    const wanted = tools.values().filter(({ tool_config: { name } }) => name.startsWith(query.search ?? ''))
    const page = pageOf(wanted, query, ({ id }) => id)
    return reply.send({ tools: page.items.map(toAnswer), next_cursor: page.next, has_more: page.next !== null })
  })
  app.get<ById>('/tools/:id', (request, reply) => {
    const tool = tools.get(request.params.id)
    return tool ? reply.send(toAnswer(tool)) : sendUnknownTool(reply, request.params.id)
  })
  app.patch<ById>('/tools/:id', (request, reply) => {
    if (!tools.get(request.params.id)) return sendUnknownTool(reply, request.params.id)
    const body = readBody(toolBody, request, reply)
    if (!body) return reply
    const tool = { id: request.params.id, tool_config: body.tool_config }
    tools.set(tool.id, tool)
    return reply.send(toAnswer(tool))
  })
  app.delete<ById>('/tools/:id', (request, reply) => {
    const { id } = request.params
    if (!tools.get(id)) return sendUnknownTool(reply, id)
    const query = readQuery(deleteQuery, request, reply)
    if (!query) return reply
    if (!query.force && usersOf(id).length > 0) {
      return sendFault(reply, 400, 'tool_has_dependent_agents', `Tool with id ${id} is used by agents.`)
    }
    for (const agent of usersOf(id)) agents.set(agent.agent_id, withoutTool(agent, id))
    tools.delete(id)
    return reply.send({})
  })
}

export function sendUnknownTool(reply: FastifyReply, id: string): FastifyReply {
  return sendFault(reply, 404, 'tool_not_found', `Tool with id ${id} not found.`)
}

function withoutTool(agent: Agent, toolId: string): Agent {
  const { conversation_config: config } = agent
  const toolIds = config.agent.prompt.tool_ids?.filter((id) => id !== toolId)
  const prompt = { ...config.agent.prompt, tool_ids: toolIds }
  return { ...agent, conversation_config: { ...config, agent: { ...config.agent, prompt } } }
}
