/** As people who are not the invited one see an address: `a***@example.com` (D115). */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${domain}`
}
