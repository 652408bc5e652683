import * as z from 'zod/mini'

/** A voice of the provider's account, in its format and in ours. */

export const voiceAnswer = z.object({
  voice_id: z.string(),
  name: z.string(),
  category: z.optional(z.nullable(z.string())),
  labels: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  safety_control: z.optional(z.nullable(z.string())),
  sharing: z.optional(
    z.nullable(
      z.object({
        disable_at_unix: z.optional(z.nullable(z.number())),
        live_moderation_enabled: z.optional(z.nullable(z.boolean())),
      }),
    ),
  ),
})

export const voiceListAnswer = z.object({
  voices: z.array(voiceAnswer),
  has_more: z.boolean(),
  next_page_token: z.optional(z.nullable(z.string())),
})

export interface AccountVoice {
  id: string
  name: string
  category: string
  /** What the provider says of accent, language and the like, in its own words. */
  labels: string
  /** One of the provider's own, which end on 2026-12-31 and are in no account created since March 2026. */
  isPremade: boolean
  isForbidden: boolean
  isModerated: boolean
  /** When its owner withdraws it. */
  endsAt: Date | null
}

/**
 * Returns a voice in our format. Missing fields count as harmless, because the provider omits most of them for the
 * account's own voices.
 */
export function toAccountVoice(voice: z.output<typeof voiceAnswer>): AccountVoice {
  const endsAtUnix = voice.sharing?.disable_at_unix
  return {
    id: voice.voice_id,
    name: voice.name,
    category: voice.category ?? '',
    labels: Object.values(voice.labels ?? {}).join(', '),
    isPremade: voice.category === 'premade',
    // Captchas concern the creators of voices; bans and their enterprise forms take a voice away.
    isForbidden: (voice.safety_control ?? '').endsWith('BAN'),
    isModerated: voice.sharing?.live_moderation_enabled === true,
    endsAt: endsAtUnix ? new Date(endsAtUnix * 1000) : null,
  }
}
