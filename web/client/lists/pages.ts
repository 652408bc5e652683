import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, Call, Input } from '#contract/call.ts'
import { ApiError } from '#web/client/api-error.ts'
import { keyOf, send } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'

/** The number of rows on a page of the admin panel (D150). */
export const pageSize = 50
/** The maximum number of rows that a client can ask for at a time (D166). */
export const mostAtOnce = 500

/** How long a file waits after a refusal before it reads on. */
const retryMs = 5000

export type RowOf<C extends Call> = Answer<C> extends readonly (infer Row)[] ? Row : never

/** The search, sort order and filters of a list. */
export type ListInput = Record<string, string | undefined>

export interface ListPage<Row> {
  rows: readonly Row[]
  /** The number of rows on all pages, or the most that are counted. */
  total: number
  /** Whether there are more rows than were counted. */
  hasMore?: boolean
}

interface Part<Row> extends ListPage<Row> {
  /** The cursor of the rows behind these; null after the last one. */
  next: string | null
}

async function readPart<C extends Call>(
  call: C,
  listInput: ListInput,
  part: { limit?: number; offset?: number; after?: string | undefined },
  signal?: AbortSignal,
): Promise<Part<RowOf<C>>> {
  let [total, hasMore, next]: [number, boolean, string | null] = [0, false, null]
  const input = { query: { ...listInput, ...part } } as unknown as Input<C>
  const onHeaders = (headers: Headers) => {
    total = Number(headers.get('x-total-count'))
    hasMore = headers.has('x-total-more')
    next = headers.get('x-next-cursor')
  }
  const rows = (await send(call as Call, input as never, { ...(signal && { signal }), onHeaders })) as RowOf<C>[]
  return { rows, total, hasMore, next }
}

/** Returns options for `useQuery` that read one page of a list; the previous page stays visible until it arrives. */
export function listQuery<C extends Call>(call: C, listInput: ListInput, page: number, size = pageSize) {
  const range = { limit: size, offset: (page - 1) * size }
  return queryOptions<ListPage<RowOf<C>>>({
    queryKey: [...keyOf(call), listInput, page, size],
    queryFn: ({ signal }) => readPart(call, listInput, range, signal),
    placeholderData: keepPreviousData,
    // Other admins make changes too, so a list is read again whenever it is opened.
    staleTime: 0,
  })
}

/** Returns options for `useQuery` that count the matching rows every minute. */
export function countQuery<C extends Call>(call: C, listInput: ListInput) {
  return queryOptions<ListPage<RowOf<C>>, Error, number>({
    queryKey: [...keyOf(call), listInput, 'count'],
    queryFn: ({ signal }) => readPart(call, listInput, { limit: 1, offset: 0 }, signal),
    select: ({ total }) => total,
    refetchInterval: 60_000,
  })
}

/** Returns every matching row of a list, for a file. A long list waits whenever it has used up the calls of a minute. */
export async function readAll<C extends Call>(call: C, listInput: ListInput): Promise<RowOf<C>[]> {
  const all: RowOf<C>[] = []
  for (let after: string | undefined; ;) {
    const part = await readPart(call, listInput, { after }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 429) return null
      throw error
    })
    if (!part) {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      continue
    }
    const { rows, next } = part
    all.push(...rows)
    if (next === null) return all
    after = next
  }
}

/** Shows a list's rows as a write will leave them; resolves to the function that takes it back (D161). */
export async function guessRows<List extends Call>(
  list: List,
  guess: (row: RowOf<List>) => RowOf<List>,
): Promise<() => void> {
  type Page = ListPage<RowOf<List>>
  const filter = { queryKey: keyOf(list) }
  await queryClient.cancelQueries(filter)
  const before = queryClient.getQueriesData<Page>(filter)
  queryClient.setQueriesData<Page>(filter, (page) => page && { ...page, rows: page.rows.map(guess) })
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page)
  }
}
