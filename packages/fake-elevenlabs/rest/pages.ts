/** Lists in pages, and batches, as the provider answers them. */
import * as z from 'zod/mini'
import { Refusal } from '../vendor-errors.ts'

/** A whole number in a query, `usual` when there is none. */
export const count = (least: number, most: number, usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), usual)

/** The parameters of every list. */
export const pageFields = { page_size: count(1, 100, 30), cursor: z.optional(z.string()) }

/** A parameter that may come once or several times. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, least = 0, most = Infinity) =>
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value : [value])),
    z.array(item).check(z.minLength(least), z.maxLength(most)),
  )

export const searchQuery = z.object({ ...pageFields, search: z.optional(z.string()) })

/** Returns one page; the cursor is the last item of the page before. */
export function pageOf<Item>(
  items: readonly Item[],
  { cursor, page_size: size }: { cursor?: string | undefined; page_size: number },
  idOf: (item: Item) => string,
): { items: Item[]; rest: { next_cursor: string | null; has_more: boolean } } {
  const start = items.findIndex((item) => idOf(item) === cursor) + 1
  const page = items.slice(start, start + size)
  const last = page.at(-1)
  const next = last !== undefined && start + page.length < items.length ? idOf(last) : null
  return { items: page, rest: { next_cursor: next, has_more: next !== null } }
}

/** Returns the answers of a batch, by the ids of what it is about; a refusal is the answer of its own item. */
export function byId(ids: readonly string[], answer: (id: string) => object): Record<string, object> {
  return Object.fromEntries(ids.map((id) => [id, attempt(() => answer(id))]))
}

function attempt(answer: () => object): object {
  try {
    return { status: 'success', data: answer() }
  } catch (error) {
    if (!(error instanceof Refusal) || Array.isArray(error.detail)) throw error
    const { message, status } = error.detail
    return { status: 'failure', error_code: error.httpStatus, error_status: status, error_message: message }
  }
}
