/** What is known on the way: arrived with the address, typed, or told by the server. */
export interface Signup {
  email: string
  organizationId: string
  /** Only for greeting until the server has said it (D107). */
  organizationName: string
  /** Of the invitation, to begin the form with. */
  firstName: string
  lastName: string
  inviteToken: string | undefined
}
