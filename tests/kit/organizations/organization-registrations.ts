import type { World } from '../world/world.ts'

const contact = {
  organizationName: 'Acme Consulting',
  contactName: 'Olive Owner',
  contactEmail: 'Olive@Acme.test',
  contactPhone: '+1 801 555 0100',
  industry: 'consulting',
  companySize: '11-50',
  website: 'acme.test',
} as const

/** The main form with everything chosen. */
export const main = {
  ...contact,
  agentPurpose: 'Answers our clients.',
  plannedUsers: '8',
  additionalNotes: 'From spring on.',
  userCount: 5,
  agentType: 'single',
  numberOfAgents: 1,
  minutePackage: 'growth',
  brandedPWA: true,
  ongoingOptimization: true,
  totalAmount: 1419,
} as const

/** The variant form with the minimum. */
export const variant = {
  ...contact,
  primaryColor: '#123ABC',
  welcomeMessage: 'Welcome to Acme.',
  userCount: 5,
  agentType: 'none',
  minutePackage: 'expansion',
} as const

export interface RegistrationRow {
  logo_url: string | null
  created_at: Date
  expires_at: Date
  [column: string]: unknown
}

export async function rowOf(world: World, id: unknown): Promise<RegistrationRow> {
  const [row] = await world.sql<RegistrationRow>('select * from business_registration where id = $1', [id])
  if (!row) throw new Error(`No registration ${String(id)}`)
  return row
}
