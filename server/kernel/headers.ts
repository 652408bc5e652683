import type { Config } from '../config.ts'

/**
 * Returns the security headers, computed once per mode, because a header library costs more per request than the whole
 * framework. Only the addresses of Stripe's script and frames differ between the modes (D169).
 */
export function securityHeaders(config: Config): Record<string, string> {
  const stripe = config.stripe.mode === 'stripe'
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : [])],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...(stripe ? ['https://api.stripe.com'] : [])],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': stripe ? ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'] : ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  const headers: Record<string, string> = {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'microphone=(self), payment=(self), camera=(), geolocation=()',
    'cross-origin-opener-policy': stripe ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (config.publicUrl?.startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  }
  return Object.freeze(headers)
}

/** Returns a content policy that also lets the style sheet with this hash apply inside a page. */
export function allowStyle(policy: string, source: string): string {
  return source ? policy.replace(/style-src [^;]+/, (directive) => `${directive} ${source}`) : policy
}
