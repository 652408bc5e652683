const UNREACHABLE =
  'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'

/** Calls the sandbox with the publishable key: a POST when there are fields. Returns `{body}` or Stripe's `{error}`. */
export async function callStripe(key, path, fields) {
  try {
    const answer = await fetch(new URL(`v1/${path}`, import.meta.url), {
      method: fields ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}` },
      body: fields ? encodeForm(fields) : undefined,
    })
    const body = await answer.json()
    return answer.ok ? { body } : { error: body.error }
  } catch {
    return { error: { type: 'api_connection_error', message: UNREACHABLE } }
  }
}

/** Encodes nested fields in bracket notation, without undefined ones. */
function encodeForm(fields, form = new URLSearchParams(), prefix = '') {
  for (const [key, value] of Object.entries(fields)) {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) continue
    if (typeof value === 'object') encodeForm(value, form, name)
    else form.append(name, String(value))
  }
  return form
}
