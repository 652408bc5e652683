import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, Call, Input } from '#contract/call.ts'
import { keyOf, send } from '#web/client/api.ts'

/** Rows on a page (D150). */
export const pageSize = 50
/** The most rows that the server returns at once (D166). */
const mostAtOnce = 500

export type RowOf<C extends Call> = Answer<C> extends readonly (infer Row)[] ? Row : never

/** What the address asks of a list: a search, a sort column and filters. */
export type ListInput = Record<string, string | undefined>

export interface ListPage<Row> {
  rows: readonly Row[]
  /** The number of rows on all pages. */
  total: number
}

async function readPage<C extends Call>(
  call: C,
  listInput: ListInput,
  place: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<ListPage<RowOf<C>>> {
  let total = 0
  const input = { query: { ...listInput, ...place } } as unknown as Input<C>
  const onHeaders = (headers: Headers) => {
    total = Number(headers.get('x-total-count'))
  }
  const rows = (await send(call as Call, input as never, { ...(signal && { signal }), onHeaders })) as RowOf<C>[]
  return { rows, total }
}

/** Options for `useQuery`: one page of a list; the former page stays until it arrives. */
export function listQuery<C extends Call>(call: C, listInput: ListInput, page: number) {
  const place = { limit: pageSize, offset: (page - 1) * pageSize }
  return queryOptions<ListPage<RowOf<C>>>({
    queryKey: [...keyOf(call), listInput, page],
    queryFn: ({ signal }) => readPage(call, listInput, place, signal),
    placeholderData: keepPreviousData,
    // Other admins are at work too, so opening a list always reads it again.
    staleTime: 0,
  })
}

/** Options for `useQuery`: how many rows match, read again every minute. */
export function countQuery<C extends Call>(call: C, listInput: ListInput) {
  return queryOptions<ListPage<RowOf<C>>, Error, number>({
    queryKey: [...keyOf(call), listInput, 'count'],
    queryFn: ({ signal }) => readPage(call, listInput, { limit: 1, offset: 0 }, signal),
    select: ({ total }) => total,
    refetchInterval: 60_000,
  })
}

/** Returns every row that the list finds, for a file. */
export async function readAll<C extends Call>(call: C, listInput: ListInput): Promise<RowOf<C>[]> {
  const all: RowOf<C>[] = []
  for (;;) {
    const { rows, total } = await readPage(call, listInput, { limit: mostAtOnce, offset: all.length })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}
