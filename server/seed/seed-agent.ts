/** A public demo agent; its prompt ends with the answers that the offline demo voice gives. */
export interface SeedAgent {
  /** Names its picture too. */
  slug: string
  name: string
  description: string
  category: string
  isPremium: boolean
  ratingTenths: number
  systemPrompt: string
  firstMessage: string
  voiceId: string
  imageUrl: string
}
