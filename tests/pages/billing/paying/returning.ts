/** Returns where the bank's own page leads back to, as the provider writes it. */
export function returnAddress(after: string, secret: string, resume?: string): string {
  const object = secret.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  const id = secret.split('_secret_')[0] ?? ''
  const came = new URLSearchParams({ after, [object]: id, [`${object}_client_secret`]: secret })
  if (resume) came.set('resume', resume)
  return `/payment-return?${came}`
}
