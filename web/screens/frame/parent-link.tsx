import { ArrowLeft } from 'lucide-react'
import { TextLink } from '#web/kit/text-link.tsx'

/** The link above a screen's heading to its parent screen, by that screen's name. */
export function ParentLink({ href, name }: { href: string; name: string }) {
  return (
    <p className="mb-2 print:hidden">
      <TextLink href={href} quiet className="inline-flex items-center gap-1.5 pointer-coarse:py-2">
        <ArrowLeft aria-hidden className="size-4" />
        {name}
      </TextLink>
    </p>
  )
}
