import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { buttonClasses } from './button.tsx'
import { classes } from './classes.ts'

interface Props {
  /** From 1. */
  page: number
  pageCount: number
  /** Address of a page, so that each can be linked to. */
  hrefOf: (page: number) => string
}

/** Leads through the pages of a long list; nothing when there is only one. */
export function Pagination({ page, pageCount, hrefOf }: Props) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4">
      <Step label="Previous" href={page > 1 ? hrefOf(page - 1) : null}>
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Step>
      <p className="text-sm text-muted tabular">
        Page {page} of {pageCount}
      </p>
      <Step label="Next" href={page < pageCount ? hrefOf(page + 1) : null}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Step>
    </nav>
  )
}

function Step({ label, href, children }: { label: string; href: string | null; children: React.ReactNode }) {
  const look = classes(buttonClasses({ variant: 'secondary', size: 'dense' }), 'gap-1')
  if (!href) {
    return (
      <span aria-hidden className={classes(look, 'opacity-70')}>
        {children}
      </span>
    )
  }
  return (
    <Link href={href} rel={label === 'Next' ? 'next' : 'prev'} className={look}>
      {children}
    </Link>
  )
}
