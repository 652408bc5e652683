/** The voices of the stand-in's account: how the provider lists and describes them. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { readQuery } from '../read-request.ts'
import { fliteVoices, type FliteVoice } from '../speech/speech.ts'
import { sendUnknownVoice } from '../vendor-errors.ts'

/** Models that agents may speak with. */
export const agentModels = [
  'eleven_turbo_v2',
  'eleven_turbo_v2_5',
  'eleven_flash_v2',
  'eleven_flash_v2_5',
  'eleven_multilingual_v2',
  'eleven_v3_conversational',
  'eleven_v4_turbo',
  'eleven_v4',
] as const

/** A voice as `GET /v1/voices/{id}` returns it, without the optional fields for which we have nothing. */
interface Voice {
  voice_id: string
  name: string
  category: 'generated'
  labels: Record<string, string>
  description: string
  preview_url: null
  available_for_tiers: string[]
  high_quality_base_model_ids: string[]
  verified_languages: { language: string; model_id: string; accent: string; locale: string }[]
  sharing: null
  safety_control: null
  is_owner: boolean
}

const traits: Record<FliteVoice, { name: string; gender: string; accent: string; locale: string }> = {
  slt: { name: 'Susan', gender: 'female', accent: 'american', locale: 'en-US' },
  rms: { name: 'Richard', gender: 'male', accent: 'american', locale: 'en-US' },
  awb: { name: 'Alan', gender: 'male', accent: 'scottish', locale: 'en-GB' },
  kal16: { name: 'Kevin', gender: 'male', accent: 'american', locale: 'en-US' },
}

/** Returns the account's voices that were not withdrawn. */
export function presentVoices(withdrawn: readonly string[]): Voice[] {
  return fliteVoices.filter((id) => !withdrawn.includes(id)).map(describe)
}

function describe(id: FliteVoice): Voice {
  const { name, gender, accent, locale } = traits[id]
  return {
    voice_id: id,
    name,
    category: 'generated',
    labels: { gender, accent, age: 'middle_aged', language: 'en', use_case: 'conversational' },
    description: `The offline voice ${id}.`,
    preview_url: null,
    available_for_tiers: [],
    high_quality_base_model_ids: ['eleven_flash_v2_5'],
    verified_languages: [{ language: 'en', model_id: 'eleven_flash_v2_5', accent, locale }],
    sharing: null,
    safety_control: null,
    is_owner: true,
  }
}

const voiceListQuery = z.object({
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10),
  next_page_token: z.optional(z.string()),
  search: z.optional(z.string()),
  include_total_count: z._default(z.stringbool(), true),
})

/**
 * Registers the paths of voices, next to those of agents, on both versions of the interface. `withdrawn` returns the ids
 * of voices that the account has lost.
 */
export function registerVoices(app: FastifyInstance, withdrawn: () => readonly string[]): void {
  app.get('/v2/voices', (request, reply) => {
    const query = readQuery(voiceListQuery, request, reply)
    if (!query) return reply
    const { page_size: size, next_page_token: token, search = '' } = query
    const found = presentVoices(withdrawn()).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    const start = found.findIndex(({ voice_id: id }) => id === token) + 1
    const voices = found.slice(start, start + size)
    const hasMore = start + voices.length < found.length
    const next = hasMore ? (voices.at(-1)?.voice_id ?? null) : null
    return reply.send({ voices, has_more: hasMore, total_count: found.length, next_page_token: next })
  })
  app.get<{ Params: { id: string } }>('/v1/voices/:id', (request, reply) => {
    const found = presentVoices(withdrawn()).find(({ voice_id: id }) => id === request.params.id)
    return found ? reply.send(found) : sendUnknownVoice(reply, request.params.id)
  })
}
