import { useSearchParams } from 'wouter'

/** Returns the rows of the page in the address; a page that does not exist becomes the nearest one (D58). */
export function usePage<Row>(
  rows: readonly Row[],
  pageSize = 20,
): { page: number; pageCount: number; shown: readonly Row[] } {
  const [search] = useSearchParams()
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize))
  const page = Math.min(pageCount, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  return { page, pageCount, shown: rows.slice((page - 1) * pageSize, page * pageSize) }
}
