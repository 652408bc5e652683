import fs from 'node:fs'
import path from 'node:path'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isDuty } from '#contract/identity/staff.ts'
import { type Call, isAboutOrganization, isCall } from '#contract/call.ts'
import { areas } from '#contract/index.ts'
import { write } from '#web/client/api.ts'
import { type Failure, noAnswer, showWriteFailure } from '#web/client/failure.ts'
import { queryClient } from '#web/client/query-client.ts'
import { deliverToasts, type ToastMessage } from '#web/kit/dialogs/toast.ts'

const files = fs
  .readdirSync(path.join(import.meta.dirname, '..'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => path.join(entry.parentPath, entry.name))

/** What people see when a write of an organization or of the admin panel fails. */

const calls = Object.values(areas)
  .flatMap((area) => Object.entries<unknown>(area))
  .flatMap(([name, call]) => (isCall(call) && call.method !== 'GET' ? [[name, call] as const] : []))

const table = calls.filter(([, { who, path: address }]) => {
  return isDuty(who) || isAboutOrganization(who) || address.startsWith('/api/organizations')
})

const failed: Failure = { title: 'It failed', text: 'The stated default.' }
const safe: Failure = { ...failed, unreachable: 'Nothing was changed.' }
const serverWords = 'What the server says to people.'

let shown: ToastMessage[] = []
let takeAway: () => void

beforeEach(() => {
  shown = []
  takeAway = deliverToasts({ add: (toast) => shown.push(toast), close: () => undefined })
})
afterEach(() => {
  takeAway()
  vi.unstubAllGlobals()
})

/** Makes the write as a screen does. */
async function make(call: Call): Promise<void> {
  const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']))
  await write(call, { params, body: {} } as never, { failed }).catch(() => undefined)
}

/** Everything that can go wrong with a write, and what people read about it. */
const faults: [what: string, answer: () => Promise<Response>, text: string][] = [
  ['a refusal', async () => Response.json({ message: serverWords, code: 'x' }, { status: 409 }), serverWords],
  ['a refusal without words', async () => new Response('', { status: 409 }), failed.text],
  ['a refusal by a proxy', async () => new Response('<html>', { status: 502 }), noAnswer],
  ['a fault of the server', async () => Response.json({ message: 'Oops', code: 'x' }, { status: 500 }), failed.text],
  ['a network that is away', () => Promise.reject(new TypeError('Failed to fetch')), noAnswer],
  ['an answer that takes too long', () => Promise.reject(new DOMException('Late', 'TimeoutError')), noAnswer],
]

describe("every failed write shows a toast with the server's words or the default (S606, D161, D163)", () => {
  it.each(table)('%s', async (_name, call) => {
    for (const [what, answer, description] of faults) {
      shown = []
      vi.stubGlobal('fetch', answer)
      await make(call)
      const look = description === noAnswer ? ['Refresh'] : []
      const toasts = shown.map(({ title, description: text, tone, action }) => {
        return { title, text, tone, look: action ? [action.label] : [] }
      })
      const toast = { title: failed.title, text: description, tone: 'danger', look }
      expect([what, toasts]).toEqual([what, [toast]])
    }
  })

  it('a lost answer that does no harm keeps its own words', () => {
    showWriteFailure(safe, new TypeError('Failed to fetch'))
    expect(shown).toEqual([{ title: safe.title, description: safe.unreachable, tone: 'danger' }])
  })

  it('Refresh reads the screen again, and repeats nothing that was sent (S228, S229, D168)', async () => {
    const read = vi.fn(async () => 'x')
    for (const signature of ['GET /api/x', 'POST /api/x']) {
      const observer = new QueryObserver(queryClient, { queryKey: [signature], queryFn: () => read(), staleTime: 0 })
      onTestFinished(observer.subscribe(() => undefined))
    }
    await vi.waitFor(() => expect([read.mock.calls.length, queryClient.isFetching()]).toEqual([2, 0]))
    showWriteFailure(failed, new TypeError('Failed to fetch'))
    shown[0]?.action?.onPress()
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  })

  it('has a default for each', () => {
    const blank = calls.filter(([, { failed: words = [] }]) => words.some((text) => !text?.trim()))
    expect([calls.filter(([, call]) => call.failed).length > 80, blank]).toEqual([true, []])
  })
})

const sources = files.map((file) => fs.readFileSync(file, 'utf8'))

/** Their screens say it in a banner beside what was typed, which a toast would cover on a phone. */
const saidInPlace = ['searchDocuments', 'addDocument', 'keepTranscript']

const worded = calls.flatMap(([name, call]) => (call.failed ? [name] : []))

/** Every write of a screen, up to the bracket that closes it. */
const uses = sources.flatMap((text) =>
  [...text.matchAll(/(?<!function |[.\w])(?:useCall|write)\(/g)].map(({ index }) => {
    let depth = 0
    for (let end = index; end < text.length; end++) {
      if (text[end] === '(') depth++
      if (text[end] === ')' && --depth === 0) return text.slice(index, end)
    }
    throw new Error('a bracket is missing')
  }),
)

it('each write names its failure, by its call or in its place, or shows one itself (S606)', () => {
  expect(uses.length).toBeGreaterThan(80)
  const silent = uses.filter((use) => {
    const [, name = ''] = /^\w+\(\s*(\w+)/.exec(use) ?? []
    // Parts that take any call have its words from the screens that use them.
    const isNamed = name === 'call' || worded.includes(name) || saidInPlace.includes(name)
    return !isNamed && !/failed\b|refused:[^]*show(Write)?Failure/.test(use)
  })
  expect(silent).toEqual([])
  const forms = sources.flatMap((text) =>
    [...text.matchAll(/(?:<Call(?:Form|Dialog)|openForm\()[^]*?\bcall(?:=\{|: )(\w+)/g)].map(([, name = '']) => name),
  )
  const writes = table.map(([name]) => name)
  expect(forms.filter((name) => writes.includes(name) && !worded.includes(name))).toEqual([])
})
