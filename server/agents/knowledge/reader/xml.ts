/** XML within documents, found by names without their prefixes, which every program chooses for itself. */
import { DOMParser } from 'linkedom'
import { Refusal, refusals } from './refusal.ts'

/** The unpacked files of an archive, by their names. */
export type Entries = ReadonlyMap<string, Uint8Array>

/** The part of an element that is used. */
export interface Part {
  readonly localName: string
  readonly textContent: string
  readonly parentElement: Part | null
  readonly children: Iterable<Part>
  readonly childNodes: Iterable<object>
  readonly ownerDocument: { createElement(name: string): Part; toString(): string }
  getAttribute(name: string): string | null
  getAttributeNames(): string[]
  getAttributeNode(name: string): { value: string } | null
  setAttribute(name: string, value: string): void
  append(...nodes: (object | string)[]): void
  prepend(...nodes: (object | string)[]): void
  after(...nodes: object[]): void
  replaceWith(...nodes: object[]): void
  remove(): void
  querySelectorAll(selector: string): Iterable<Part>
}

const deepest = 400

/** Returns the outermost element of a file. Throws `Refusal` for one that is nested without end. */
export function parseXml(source: string): Part {
  let depth = 0
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', open + 1)) {
    const next = source[open + 1]
    if (next === '?' || next === '!') continue
    const close = source.indexOf('>', open)
    if (close < 0) break
    if (source[close - 1] !== '/') depth += next === '/' ? -1 : 1
    if (depth > deepest) throw new Refusal(refusals.tooDeep)
  }
  const root = new DOMParser().parseFromString(source, 'text/xml').documentElement as unknown as Part | null
  if (!root) throw new Refusal(refusals.damaged)
  return root
}

/** Returns the name of an element without its prefix. */
export function nameOf({ localName }: Part): string {
  return localName.slice(localName.indexOf(':') + 1)
}

/** Returns the elements of that name within another, in any case. */
export function partsNamed(root: Part, name: string): Part[] {
  return Array.from(root.querySelectorAll('*')).filter((part) => nameOf(part).toLowerCase() === name.toLowerCase())
}

/** Returns the first child of that name. */
export function childNamed(part: Part | null, name: string): Part | null {
  if (part) for (const child of part.children) if (nameOf(child) === name) return child
  return null
}

/** Returns an attribute by its name without prefix; null when it is absent. */
export function attributeOf(part: Part, name: string): string | null {
  const found = part.getAttributeNames().find((each) => each.slice(each.indexOf(':') + 1) === name)
  return found === undefined ? null : (part.getAttributeNode(found)?.value ?? null)
}
