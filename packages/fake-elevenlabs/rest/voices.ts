/** The voices of the stand-in's account: how the provider lists and describes them. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fliteVoices, type FliteVoice } from '../speech/speech.ts'
import { need, readQuery } from '../vendor-errors.ts'
import { count, pageOf } from './pages.ts'

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

const traits: Record<FliteVoice, { name: string; gender: string; accent: string; locale: string }> = {
  slt: { name: 'Susan', gender: 'female', accent: 'american', locale: 'en-US' },
  rms: { name: 'Richard', gender: 'male', accent: 'american', locale: 'en-US' },
  awb: { name: 'Alan', gender: 'male', accent: 'scottish', locale: 'en-GB' },
  kal16: { name: 'Kevin', gender: 'male', accent: 'american', locale: 'en-US' },
}

/** Returns the account's voices that were not withdrawn, without the optional fields for which we have nothing. */
export function presentVoices(withdrawn: readonly string[]) {
  return fliteVoices.filter((id) => !withdrawn.includes(id)).map(describe)
}

function describe(id: FliteVoice) {
  const { name, gender, accent, locale } = traits[id]
  return {
    voice_id: id as string,
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
  page_size: count(1, 100, 10),
  next_page_token: z.optional(z.string()),
  search: z.optional(z.string()),
  include_total_count: z._default(z.stringbool(), true),
})

/**
 * Registers the paths of voices, next to those of agents, on both versions of the interface. `withdrawn` returns the ids
 * of voices that the account has lost.
 */
export function registerVoices(app: FastifyInstance, withdrawn: () => readonly string[]): void {
  app.get('/v2/voices', (request) => {
    const { next_page_token: cursor, page_size, search = '' } = readQuery(voiceListQuery, request)
    const found = presentVoices(withdrawn()).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    const { items, rest } = pageOf(found, { cursor, page_size }, ({ voice_id: id }) => id)
    const { has_more, next_cursor: next_page_token } = rest
    return { voices: items, has_more, total_count: found.length, next_page_token }
  })
  app.get<{ Params: { id: string } }>('/v1/voices/:id', ({ params: { id } }) => {
    const voice = presentVoices(withdrawn()).find((one) => one.voice_id === id)
    return need(voice, 'voice', id)
  })
}
