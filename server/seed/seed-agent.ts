/** A public demo agent; its prompt ends with the answers that the offline demo voice gives. */
export interface SeedAgent {
  /** Also the name of its picture. */
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
  /** What an organization's agent has read. */
  document?: { title: string; text: string }
}
