import { randomInt } from 'node:crypto'
import Stripe from 'stripe'
import type { Store } from '@luna/standin-kit/journal.ts'
import { resourceMissing } from '../calls/faults.ts'
import type { CardOutcome } from '../switches.ts'
import { build, type Kind, type Kinds } from './objects.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const PUBLISHABLE_KEY = 'pk_test_sandbox'

/** The references by which objects are often looked up, and the id that an object holds there. */
const INDEXED = {
  charge: {
    customer: ({ customer }) => idOf(customer),
    payment_intent: ({ payment_intent: intent }) => idOf(intent),
  },
  invoice: {
    customer: ({ customer }) => idOf(customer),
    subscription: ({ parent }) => idOf(parent?.subscription_details?.subscription),
  },
  invoice_payment: {
    invoice: ({ invoice }) => idOf(invoice),
    payment_intent: ({ payment }) => idOf(payment.payment_intent),
  },
  payment_intent: { customer: ({ customer }) => idOf(customer) },
  payment_method: { customer: ({ customer }) => idOf(customer) },
  subscription: { customer: ({ customer }) => idOf(customer) },
} satisfies { [K in Kind]?: Record<string, (object: Kinds[K]) => string | null> }
type Indexed = typeof INDEXED

/** Returns what an object holds under a name: the id of what it refers to, or the value itself. */
export function valueIn<K extends Kind>(kind: K, object: Kinds[K], name: string): unknown {
  const references = INDEXED[kind as keyof Indexed] as Record<string, (of: Kinds[K]) => string | null> | undefined
  return references?.[name] === undefined ? object[name as keyof Kinds[K]] : references[name](object)
}

/** The stand-in's account at Stripe: its objects, its clock and its events. */
export type Sandbox = {
  /** Seconds since 1970 on the stand-in's clock. */
  now(): number
  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined
  /** Like `find`, but throws Stripe's 404 `resource_missing` for `param` when the object is missing. */
  need<K extends Kind>(kind: K, id: string, param?: string): Kinds[K]
  /** Newest first. */
  list<K extends Kind>(kind: K): Kinds[K][]
  /** Returns those that hold `id` in a reference, newest first, quickly even among many others. */
  listBy<K extends keyof Indexed>(kind: K, reference: keyof Indexed[K], id: string): Kinds[K][]
  /** Returns those that hold these values, newest first; undefined ones are not compared. */
  listWith<K extends Kind>(kind: K, wanted: Record<string, unknown>): Kinds[K][]
  save(object: Kinds[Kind]): void
  /** Records an event with the object's current state and queues its webhook. */
  emit(type: string, object: Kinds[Kind], previous?: Record<string, unknown>): void
  /** Returns the outcome forced on the next confirmation, once. */
  takeCardOutcome(): CardOutcome | null
}

type SandboxOptions = {
  store: Store
  now(): number
  takeCardOutcome(): CardOutcome | null
  /** Returns whether an endpoint wants webhooks of this type. */
  isEnabled(type: string): boolean
  onSave(object: Kinds[Kind]): void
  onEvent(event: Stripe.EventBase): void
}

/** Creates the sandbox over a store; nothing is on disk before `store.flush()`. */
export function createSandbox({ store, now, takeCardOutcome, ...options }: SandboxOptions): Sandbox {
  const indexes = createIndexes(store)
  const sandbox: Sandbox = {
    now,
    takeCardOutcome,
    find: <K extends Kind>(kind: K, id: string) => store.get<Kinds[K]>(kind, id),
    need<K extends Kind>(kind: K, id: string, param?: string) {
      const object = store.get<Kinds[K]>(kind, id)
      if (object === undefined) throw resourceMissing(kind, id, param)
      return object
    },
    list: <K extends Kind>(kind: K) => store.list<Kinds[K]>(kind).toReversed(),
    listBy: <K extends keyof Indexed>(kind: K, reference: keyof Indexed[K], id: string) =>
      (indexes[kind]![String(reference)]!.list(id) as Kinds[K][]).toReversed(),
    listWith<K extends Kind>(kind: K, wanted: Record<string, unknown>) {
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
      const [reference, id] = given.find(([name]) => indexes[kind]?.[name] !== undefined) ?? []
      const among = reference === undefined ? store.list(kind) : indexes[kind]![reference]!.list(String(id))
      return (among as Kinds[K][])
        .filter((object) => given.every(([name, value]) => valueIn(kind, object, name) === value))
        .toReversed()
    },
    save(object) {
      store.put(object.object, object.id, object)
      for (const index of Object.values(indexes[object.object] ?? {})) index.put(object)
      options.onSave(object)
    },
    emit(type, object, previous) {
      const event = build('event', {
        id: newId('evt'),
        api_version: Stripe.API_VERSION,
        created: now(),
        data: { object: copyOf(object) as Stripe.Event.Data.Object, previous_attributes: previous },
        pending_webhooks: options.isEnabled(type) ? 1 : 0,
        type: type as Stripe.Event.Type,
      })
      sandbox.save(event)
      options.onEvent(event)
    },
  }
  return sandbox
}

/** Finds objects by an id that they refer to, without searching all of them. */
class ReferenceIndex<T extends { id: string }> {
  readonly #referenceOf: (object: T) => string | null
  readonly #referring = new Map<string, Map<string, T>>()
  readonly #references = new Map<string, string | null>()

  constructor(referenceOf: (object: T) => string | null) {
    this.#referenceOf = referenceOf
  }

  /** Indexes an object, new or changed. */
  put(object: T): void {
    const reference = this.#referenceOf(object)
    const before = this.#references.get(object.id) ?? null
    if (before !== null && before !== reference) this.#referring.get(before)?.delete(object.id)
    this.#references.set(object.id, reference)
    if (reference === null) return
    const referring = this.#referring.get(reference) ?? new Map<string, T>()
    this.#referring.set(reference, referring)
    referring.set(object.id, object)
  }

  /** Returns those that refer to the id, oldest first. */
  list(reference: string): T[] {
    return [...(this.#referring.get(reference)?.values() ?? [])]
  }
}

type Indexes = { [kind in string]?: Record<string, ReferenceIndex<Kinds[Kind]>> }

/** Creates the indexes over the store, which exist only in memory. */
function createIndexes(store: Store): Indexes {
  const indexes: Indexes = {}
  for (const [kind, references] of Object.entries(INDEXED)) {
    const made = Object.entries(references).map(([reference, referenceOf]) => {
      const index = new ReferenceIndex(referenceOf as (object: Kinds[Kind]) => string | null)
      for (const object of store.list<Kinds[Kind]>(kind)) index.put(object)
      return [reference, index] as const
    })
    indexes[kind] = Object.fromEntries(made)
  }
  return indexes
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a new id in Stripe's form, such as `pi_` and 24 letters. */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}

/** Returns the id of a new intent and the secret with which a browser confirms it. */
export function newIntentIds(prefix: 'pi' | 'seti'): { id: string; client_secret: string } {
  const id = newId(prefix)
  return { id, client_secret: `${id}_${newId('secret')}` }
}

/** Returns a copy as it is sent over the wire. */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Returns the id in a field that may hold an id or the expanded object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}
