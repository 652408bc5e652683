/** Client tools of the account: what agents may ask their callers to do. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

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

export const toolBody = z.strictObject({ tool_config: clientTool })

export type ClientTool = z.infer<typeof clientTool>

/** A tool as it lies on disk. */
export interface Tool {
  id: string
  tool_config: ClientTool
}

export function newTool(config: ClientTool): Tool {
  return { id: `tool_${randomBytes(14).toString('hex')}`, tool_config: config }
}

/** Returns a tool as the provider answers it. */
export function toAnswer(tool: Tool): Record<string, unknown> {
  const access = { is_creator: true, creator_name: 'Luna', creator_email: 'standin@luna.test', role: 'admin' }
  return { ...tool, access_info: access, usage_stats: { total_calls: 0, avg_latency_secs: 0 } }
}
