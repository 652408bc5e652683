import { type StaffRole, staffRoles } from './people.ts'

const everybody: readonly StaffRole[] = staffRoles

/**
 * The roles that may make the calls of each duty. Support moves money only up to a limit, and large refunds need a second
 * person; both limits are platform settings.
 */
export const duties = {
  'people.read': ['owner', 'support', 'finance', 'read_only'],
  'people.change': ['owner', 'support'],
  'roles.change': ['owner'],
  'money.read': ['owner', 'support', 'finance', 'read_only'],
  'money.change': ['owner', 'support', 'finance'],
  'agents.read': everybody,
  'agents.change': ['owner', 'content'],
  'messages.read': ['owner', 'support', 'finance', 'read_only'],
  'messages.change': ['owner', 'support'],
  'settings.read': ['owner', 'read_only'],
  'settings.change': ['owner'],
  'figures.read': ['owner', 'finance', 'read_only'],
  'audit.read': ['owner', 'finance', 'read_only'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Duty = keyof typeof duties

export const staffRoleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  support: 'Support',
  finance: 'Finance',
  content: 'Content',
  read_only: 'Read-only',
}

/** Returns whether a staff role includes a duty; people without one have none. */
export function includesDuty(role: StaffRole | null, duty: Duty): boolean {
  return role !== null && (duties[duty] as readonly StaffRole[]).includes(role)
}

/** Returns the roles that include a duty. */
export function staffWith(duty: Duty): readonly StaffRole[] {
  return duties[duty]
}

/** Returns whether a value of `who` is a duty of staff. */
export function isDuty(who: string): who is Duty {
  return Object.hasOwn(duties, who)
}
