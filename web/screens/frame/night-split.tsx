import type { ComponentProps, ReactNode } from 'react'
import { Page } from './page-layout.tsx'
import { splitClasses } from './page-skeleton.tsx'

/** A screen with one short form, next to a picture of the night where there is room. */
export function FormPage(page: ComponentProps<typeof Page>) {
  return (
    <NightSplit>
      <Page width="form" {...page} />
    </NightSplit>
  )
}

/** The page on the left, the night on the right; small screens show the page only. */
export function NightSplit({ children }: { children: ReactNode }) {
  return (
    <div className={splitClasses}>
      <div className="min-w-0">{children}</div>
      <div aria-hidden className="night stars relative isolate hidden overflow-hidden lg:block print:hidden">
        <img
          src="/landing/moon.svg"
          alt=""
          width={800}
          height={800}
          className="absolute -top-24 -right-48 -z-10 w-2xl max-w-none"
        />
        <p className="sticky top-[calc(100dvh-14rem)] px-12 pb-16 font-headline text-4xl font-semibold tracking-[-0.02em] text-balance">
          Someone to think with, whenever you need one.
        </p>
      </div>
    </div>
  )
}
