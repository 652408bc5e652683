import { inTrace } from './spans.ts'

/** Calls to outside services, measured and traced at one place. */

/**
 * A service cannot be used. The message is for the operator: it begins with the variable to look at, and says what to do.
 */
export class ServiceProblem extends Error {}

/** An outside call that has ended. */
export interface OutsideCall {
  service: 'payments' | 'voice' | 'mail'
  seconds: number
  isFailed: boolean
}

const watchers = new Set<(call: OutsideCall) => void>()

/** Calls `watcher` after every outside call of this process. Returns how to end that. */
export function watchOutside(watcher: (call: OutsideCall) => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

interface Address {
  service: OutsideCall['service']
  host: string
  /** For mail, what is done. */
  method: string
  /** The path as sent; only its pattern is kept. Empty where there is none. */
  path: string
}

/** Makes a call to an outside service. `isFailed` judges by the answer if the service itself has failed. */
export async function callOutside<T>(
  { service, host, method, path }: Address,
  work: () => Promise<T>,
  isFailed: (answer: T) => boolean = () => false,
): Promise<T> {
  const startedAt = performance.now()
  let hasFailed = true
  const attributes = { 'server.address': host, 'http.request.method': method, 'url.template': patternOf(path) }
  try {
    const answer = await inTrace(
      { name: `${service} ${method} ${patternOf(path)}`.trim(), kind: 'client', attributes },
      work,
    )
    hasFailed = isFailed(answer)
    return answer
  } finally {
    const seconds = (performance.now() - startedAt) / 1000
    for (const watcher of watchers) watcher({ service, seconds, isFailed: hasFailed })
  }
}

/** Returns a path with a placeholder for everything that is not a plain word of the interface. */
export function patternOf(path: string): string {
  const [pathname = ''] = path.split('?')
  const words = pathname
    .split('/')
    .map((word) => (/^(|v\d|[a-z]{1,24}([_-][a-z]{1,14}){0,3})$/.test(word) ? word : ':id'))
  return words.join('/')
}
