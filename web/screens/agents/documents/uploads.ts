import { useSyncExternalStore } from 'react'
import { addDocument, listDocuments } from '#contract/agents/documents.ts'
import { ApiError } from '#web/client/api-error.ts'
import { keyOf, addressOf, refusalOf } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'
import { additionRefusal, fileProblem, isPassing } from './document-words.ts'
import type { Answer, Call } from '#contract/call.ts'

/** Files on their way to the server, one after the other. They go on while the person looks at another screen. */

export interface Upload {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'sent' | 'refused'
  /** How much of it has been sent, from 0 to 1. */
  share: number
  /** Why it was refused; while it waits, why it does. */
  reason: string | null
  /** Whether the same file may be accepted later. */
  mayRetry: boolean
}

/** How long a file waits while the server reads others, in ms. */
const busyPauseMs = 5000
const busyText = 'Waiting until other files have been read…'

let lastId = 0

export class Uploads {
  readonly #agentId: string
  #all: readonly Upload[] = []
  readonly #watchers = new Set<() => void>()
  #isWorking = false
  #current: { id: number; stop: AbortController } | null = null

  constructor(agentId: string) {
    this.#agentId = agentId
  }

  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  readonly read = () => this.#all

  /** Sends these files after those before them, and refuses at once what could not be read. */
  add(files: Iterable<File>): void {
    const added = Array.from(files, (file): Upload => {
      const reason = fileProblem(file)
      lastId += 1
      return { id: lastId, file, state: reason ? 'refused' : 'waiting', share: 0, reason, mayRetry: false }
    })
    this.#set([...this.#all, ...added])
    void this.#work()
  }

  retry(id: number): void {
    this.#change(id, { state: 'waiting', reason: null })
    void this.#work()
  }

  /** Takes a file off the list, and stops sending it. */
  remove(id: number): void {
    if (this.#current?.id === id) this.#current.stop.abort()
    this.#set(this.#all.filter((upload) => upload.id !== id))
  }

  /** Takes those off the list that are in the agent's own list by now. */
  clearSent(): void {
    if (this.#all.some(({ state }) => state === 'sent')) this.#set(this.#all.filter(({ state }) => state !== 'sent'))
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    const next = () => this.#all.find(({ state }) => state === 'waiting')
    for (let upload = next(); upload; upload = next()) await this.#send(upload)
    this.#isWorking = false
  }

  async #send({ id, file }: Upload): Promise<void> {
    const stop = new AbortController()
    this.#current = { id, stop }
    this.#change(id, { state: 'sending', share: 0, reason: null })
    try {
      await sendFile(addDocument, {
        params: { agentId: this.#agentId },
        field: 'file',
        file,
        onProgress: (share) => this.#change(id, { share }),
        signal: stop.signal,
      })
      await queryClient.invalidateQueries({ queryKey: keyOf(listDocuments) })
      this.#change(id, { state: 'sent', share: 1 })
    } catch (error) {
      await this.#noteRefusal(id, error)
    } finally {
      this.#current = null
    }
  }

  async #noteRefusal(id: number, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.code === 'busy_reading') {
      this.#change(id, { state: 'waiting', reason: busyText })
      await new Promise((resolve) => setTimeout(resolve, busyPauseMs))
      return
    }
    this.#change(id, { state: 'refused', reason: additionRefusal(error), mayRetry: isPassing(error) })
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#set(this.#all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  }

  #set(all: readonly Upload[]): void {
    this.#all = all
    for (const watcher of this.#watchers) watcher()
  }
}

const byAgent = new Map<string, Uploads>()

function uploadsOf(agentId: string): Uploads {
  const known = byAgent.get(agentId)
  if (known) return known
  const uploads = new Uploads(agentId)
  byAgent.set(agentId, uploads)
  return uploads
}

/** Returns the files on their way to an agent, and what can be done with them. */
export function useUploads(agentId: string): { uploads: Uploads; all: readonly Upload[] } {
  const uploads = uploadsOf(agentId)
  return { uploads, all: useSyncExternalStore(uploads.watch, uploads.read) }
}

/** Returns whether a file is still on its way, so that leaving the page would stop it. */
export function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

interface Sending<C> {
  params: C extends Call<infer Names> ? Record<Names, string> : never
  /** The name of the call's field and its file. */
  field: string
  file: File
  /** Gets the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file in a form and reports how far it is, which `fetch` cannot.
 *
 * @throws ApiError when the server refuses; an `AbortError` when it is stopped; a `TypeError` when the server cannot be
 *   reached
 */
function sendFile<C extends Call>(call: C, sending: Sending<C>): Promise<Answer<C>> {
  const { params, field, file, onProgress, signal } = sending
  const form = new FormData()
  form.set(field, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, addressOf(call, params))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Answer<C>)
      else reject(refusalOf(call, status, responseText, statusText))
    })
    request.addEventListener('error', () => reject(new TypeError('The file was not sent')))
    request.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
