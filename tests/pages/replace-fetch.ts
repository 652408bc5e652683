/** What the page passes to the test for each call that it makes. */
export interface SentCall {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** JSON as it was written; null without a body. */
  text: string | null
  /** The page that makes it. */
  from: string
  /** Whether that page was reached within its document, by a link or a redirect, rather than opened by the test. */
  hasMovedOn: boolean
  /** Fields of a form; files as base64. */
  form: Record<string, string | { name: string; type: string; base64: string }> | null
}

/** What the test returns; `cut` fails like a lost connection. */
export interface GivenAnswer {
  status: number
  headers: Record<string, string>
  text: string | null
  cut?: boolean
}

type AnswerCall = (sent: SentCall) => Promise<GivenAnswer>

/** Runs in the page, before its own code: calls of the product go to the test, everything else to the network. */
export function replaceFetch(): void {
  const openedAt = location.pathname
  const fetchReally = window.fetch.bind(window)
  const { answerCall } = window as unknown as { answerCall: AnswerCall }

  const readForm = async (form: FormData): Promise<NonNullable<SentCall['form']>> => {
    const fields: NonNullable<SentCall['form']> = {}
    for (const [name, value] of form) {
      if (typeof value === 'string') {
        fields[name] = value
        continue
      }
      let bytes = ''
      for (const byte of new Uint8Array(await value.arrayBuffer())) bytes += String.fromCharCode(byte)
      fields[name] = { name: value.name, type: value.type, base64: btoa(bytes) }
    }
    return fields
  }

  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })

  window.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const isCall = url.origin === location.origin && /^\/(api|webhook)\/|^\/readyz$/.test(url.pathname)
    if (!isCall) return fetchReally(input, init)
    const { signal, body } = init
    signal?.throwIfAborted()
    const given = answerCall({
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      from: location.pathname,
      hasMovedOn: location.pathname !== openedAt,
      headers: Object.fromEntries(new Headers(init.headers)),
      text: typeof body === 'string' ? body : null,
      form: body instanceof FormData ? await readForm(body) : null,
    })
    const { status, headers, text, cut } = await (signal ? Promise.race([given, aborted(signal)]) : given)
    if (cut) throw new TypeError('Failed to fetch')
    return new Response(text, { status, headers })
  }
}
