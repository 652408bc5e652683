import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Answer, Call, Input, ProblemBody } from '#contract/call.ts'

export interface Reply<Body> {
  status: number
  headers: Headers
  body: Body
}

/** The leak search looks for the first word of this prompt in all answers to people other than admins. */
export const secretPrompt = 'SECRET-PROMPT-OF-TESTS You help.'

/** Talks to the server like one browser with its cookies; every answer is recorded for the leak search. */
export class TestClient {
  readonly url: string
  /** Platform admins read prompts (D53), so a prompt in their answers is no leak. */
  mayReadPrompts = false
  #answersFile: string
  #cookies = new Map<string, string>()

  constructor(url: string, answersFile: string) {
    this.url = url
    this.#answersFile = answersFile
  }

  /** Makes a call of the contract and expects success. Throws with the answer otherwise. */
  async call<C extends Call>(call: C, ...[input]: unknown extends Input<C> ? [] : [Input<C>]): Promise<Answer<C>> {
    const reply = await this.request(call.method, fillPath(call.path, input), bodyOf(input))
    if (reply.status >= 400)
      throw new Error(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body as Answer<C>
  }

  /** Makes a call of the contract and returns whatever came back. */
  async try<C extends Call>(call: C, ...[input]: unknown extends Input<C> ? [] : [Input<C>]) {
    return this.request<Answer<C> & ProblemBody>(call.method, fillPath(call.path, input), bodyOf(input))
  }

  async request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Body>> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.#cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const judged = this.mayReadPrompts ? text.replaceAll(secretPrompt, '') : text
    fs.appendFileSync(this.#answersFile, `${method} ${path.split('?')[0]} ${response.status} ${judged}\n`)
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    for (const [, token = ''] of text.matchAll(/[?&]token=([\w-]{20,})/g)) this.#noteSecret(token)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body }
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Records a secret that only its owner may know and that must not appear in a log. */
  #noteSecret(secret: string): void {
    fs.appendFileSync(path.join(path.dirname(this.#answersFile), 'secrets.log'), `${secret}\n`)
  }

  #keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const isGone = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute))
    if (isGone) this.#cookies.delete(pair.slice(0, at))
    else {
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
      this.#noteSecret(pair.slice(at + 1).split('.')[0] ?? '')
    }
  }
}

export type Refusal = [
  who: TestClient | { client: TestClient },
  input: object,
  status: number,
  problem: string | object,
]

/** Checks that a call is refused to these people, in this order; inputs need not fit the contract. */
export async function expectRefused(call: Call, ...refusals: Refusal[]): Promise<void> {
  for (const [who, input, status, problem] of refusals) {
    const client = 'client' in who ? who.client : who
    const { status: itsStatus, body } = await client.request(call.method, fillPath(call.path, input), bodyOf(input))
    const expected = { status, body: typeof problem === 'string' ? { code: problem } : problem }
    expect({ status: itsStatus, body }, JSON.stringify(input)).toMatchObject(expected)
  }
}

/** Checks that a call refuses each of these values with 400 and the name of the field, where all else is right. */
export function expectWrong(
  call: Call,
  who: Refusal[0],
  { body, ...input }: { body: object; params?: object },
  wrong: Record<string, readonly unknown[]>,
): Promise<void> {
  const rows = Object.entries(wrong).flatMap(([field, values]) => values.map((value) => ({ field, value })))
  const refusals = rows.map(({ field, value }): Refusal => {
    return [who, { ...input, body: { ...body, [field]: value } }, 400, { field }]
  })
  return expectRefused(call, ...refusals)
}

function fillPath(path: string, input: unknown): string {
  const { params = {}, query = {} } = (input ?? {}) as {
    params?: Record<string, string>
    query?: Record<string, string>
  }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}

function bodyOf(input: unknown): unknown {
  return (input as { body?: unknown } | undefined)?.body
}
