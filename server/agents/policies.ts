import { includesDuty } from '#contract/identity/staff.ts'
import type { Read } from '../database/sql.ts'
import type { Membership } from '../identity/memberships.ts'
import type { Person } from '../identity/users.ts'
import { listRatings } from './ratings.ts'

/** Policies for seeing, unlocking and rating agents. The SQL function `may_go_on_with` is the one for talking on. */

/** Who looks at agents, and in which context. The SQL function `visible_agents` decides what they see. */
export interface Viewer {
  userId: string | null
  isAdmin: boolean
  organizationId: number | null
  rank: number
}

/**
 * Returns how a person looks at agents. Staff who change agents see them all; in an organization only its assignments
 * count even for them, because its pool pays (D53, D68).
 */
export function viewerOf(person: Pick<Person, 'id' | 'staffRole'> | null, membership: Membership | null): Viewer {
  return {
    userId: person?.id ?? null,
    isAdmin: includesDuty(person?.staffRole ?? null, 'agents.change'),
    organizationId: membership?.organizationId ?? null,
    rank: membership?.rank ?? 0,
  }
}

/** Returns whether a person sees how agents are set up: staff who read agents do (D53). */
export function maySeeSetup({ staffRole }: Pick<Person, 'staffRole'>): boolean {
  return includesDuty(staffRole, 'agents.read')
}

/** Returns whether an unlock takes minutes from a person. Platform admins and people of organizations never pay (D52). */
export function paysForUnlocks({ role }: Pick<Person, 'role'>, membership: Membership | null): boolean {
  return role !== 'admin' && membership === null
}

/** Returns whether a person has talked long enough with an agent to rate it (D55). */
export async function mayRate(read: Read, userId: string, agentId: string): Promise<boolean> {
  return (await listRatings(read, userId)).some((rating) => rating.agentId === agentId)
}
