// People who register and pay at a product with stand-ins.

const password = 'luna-drill-1'

/** Registers somebody who pays for a package and the first month. */
export async function openPerson(url, standinsUrl, email) {
  const registered = await post(url, '/api/auth/register', { email, password, firstName: 'Drill', lastName: 'Person' })
  const cookie = registered.cookie
  const opened = await post(
    url,
    '/api/create-combined-purchase',
    { package: 'uplift', subscriptionPrice: 2.97 },
    cookie,
  )
  const { clientSecret } = opened.body
  const [paymentIntentId] = clientSecret.split('_secret_')
  const confirmed = await fetch(`${standinsUrl}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  await confirmed.text()
  await post(url, '/api/process-payment-success', { paymentIntentId }, cookie)
  const minutes = await minutesOf(url, cookie)
  return {
    /** Returns whether they can sign in and have the minutes that they bought. */
    hasMinutesAt: async (place) => {
      const signedIn = await post(place, '/api/auth/login', { email, password }).catch(() => null)
      return signedIn !== null && minutes > 0 && (await minutesOf(place, signedIn.cookie)) === minutes
    },
    /** Returns whether the cookie of their first sign-in is still accepted. */
    isStillSignedIn: async (place) => (await minutesOf(place, cookie)) !== null,
  }
}

async function minutesOf(url, cookie) {
  const answer = await fetch(`${url}/api/auth/user`, { headers: { cookie } })
  const body = await answer.json()
  return answer.ok ? body.balanceSeconds : null
}

async function post(url, path, body, cookie = '') {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  const answered = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${answered.message}`)
  return {
    body: answered,
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  }
}
