import type { Call } from '#contract/call.ts'
import { keyOf } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'
import type { ListPage, RowOf } from './pages.ts'

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
