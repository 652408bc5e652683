/** What was answered to a call before; undefined when it was not made, null without JSON. */
export type Seen = (name: string) => unknown

export interface Asked {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as JSON. */
  body?: object
  /** Sent as a form, names in brackets. */
  form?: Record<string, string>
  headers?: Record<string, string>
}

export interface VendorCall {
  name: string
  /** null: what it asks for is not there. */
  ask(seen: Seen): Asked | null
  /** What the answer must hold as it was sent. */
  readsBack?(seen: Seen): object
  /** Made at the end, whatever the others were answered. */
  cleansUp?: boolean
  /** Not made at the stand-in, and compared with nothing. */
  isForServiceAlone?: boolean
}

export interface Answered {
  /** 0: no answer. */
  status: number
  /** Media type. */
  kind: string
  body: unknown
  notKept?: string[]
}

export function makeCalls(
  side: { url: string; headers: Record<string, string> },
  calls: VendorCall[],
): Promise<Map<string, Answered>>
export function compareAnswers(
  service: Map<string, Answered>,
  standin: Map<string, Answered>,
  calls: VendorCall[],
): string[]
