import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { formatCount } from '#contract/amounts.ts'
import { buttonClasses } from './button.tsx'
import { classes } from './classes.ts'

interface Props {
  /** From 1. */
  page: number
  pageCount: number
  /** Returns the address of a page, so that each can be linked to. */
  hrefOf: (page: number) => string
}

/** From this many pages on there are links to the first and the last one. */
const manyFrom = 4

/** Links between the pages of a long list; renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefOf }: Props) {
  if (pageCount <= 1) return null
  const isMany = pageCount >= manyFrom
  const before = (target: number) => (page > 1 ? hrefOf(target) : null)
  const after = (target: number) => (page < pageCount ? hrefOf(target) : null)
  // With links to both ends there is no room for words on a phone.
  const word = isMany ? 'max-sm:sr-only' : undefined
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2 sm:gap-4">
      <div className="flex gap-2">
        {isMany && (
          <Step href={before(1)}>
            <ChevronsLeft aria-hidden className="size-4" />
            <span className="sr-only">First page</span>
          </Step>
        )}
        {/* Beyond the last page this leads back to it. */}
        <Step href={before(Math.min(page - 1, pageCount))} rel="prev">
          <ChevronLeft aria-hidden className="size-4" />
          <span className={word}>Previous</span>
        </Step>
      </div>
      <p className="text-center text-sm text-muted tabular">
        Page <span translate="no">{formatCount(page)}</span> of <span translate="no">{formatCount(pageCount)}</span>
      </p>
      <div className="flex gap-2">
        <Step href={after(page + 1)} rel="next">
          <span className={word}>Next</span>
          <ChevronRight aria-hidden className="size-4" />
        </Step>
        {isMany && (
          <Step href={after(pageCount)}>
            <span className="sr-only">Last page</span>
            <ChevronsRight aria-hidden className="size-4" />
          </Step>
        )}
      </div>
    </nav>
  )
}

function Step({ href, rel, children }: { href: string | null; rel?: string; children: ReactNode }) {
  const look = classes(buttonClasses({ variant: 'secondary', size: 'dense' }), 'gap-1')
  if (!href) {
    return (
      <span aria-hidden className={classes(look, 'opacity-70')}>
        {children}
      </span>
    )
  }
  return (
    <Link href={href} rel={rel} className={look}>
      {children}
    </Link>
  )
}

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
