import type { Sound } from '#contract/agents/sounds.ts'

const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** Returns who speaks and in which languages: "Clara · English, German". */
export function voiceName({ name, languages: codes }: Sound['voice']): string {
  return `${name} · ${codes.map((code) => languages.of(code) ?? code).join(', ')}`
}
