export interface SeedAgent {
  slug: string
  name: string
  description: string
  category: string
  imageUrl: string | null
  isPremium: boolean
  ratingTenths: number
  systemPrompt: string
  firstMessage: string
  voiceId: string | null
}
export const seedAgents: SeedAgent[] = []
