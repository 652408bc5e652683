import { staffRoleNames } from '#contract/identity/staff.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { type Mail, writeMail } from './write-mail.ts'

interface GivenRole {
  email: string
  staffRole: StaffRole
  /** The address of the owner who gave it. */
  by: string
}

/** Somebody got a staff role or more duties; sent to all owners at once (D192). */
export function staffRoleMail(to: string, { email, staffRole, by }: GivenRole): Mail {
  return writeMail({
    kind: 'other',
    to,
    subject: 'A staff role was given',
    paragraphs: [
      `${email} now has the staff role ${staffRoleNames[staffRole]}. ${by} gave it.`,
      'If this was not agreed, take the role away under Users and choose a new password for the account that gave it.',
    ],
  })
}
