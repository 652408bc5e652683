/** What is known so far: from the address, typed, or from the server. */
export interface Signup {
  email: string
  organizationId: string
  /** Used only for the greeting until the server confirms it (D107). */
  organizationName: string
  /** From the invitation, to fill in the form. */
  firstName: string
  lastName: string
  inviteToken: string | undefined
  /** Whether the link alone proves the address, so that there is no first step (D197). */
  isProven: boolean
}
