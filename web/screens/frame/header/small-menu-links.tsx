import { Link } from 'wouter'
import type { HeaderLink } from './header-link.ts'

/** Look of everything that can be chosen in the small menu. */
export const smallItemClasses =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-lg font-medium hover:bg-hover'

interface Props {
  links: readonly HeaderLink[]
  onChoose: () => void
}

/** The ways on, one below the other. */
export function SmallMenuLinks({ links, onChoose }: Props) {
  return links.map(({ href, label }) => (
    <Link key={href} href={href} onClick={onChoose} className={smallItemClasses}>
      {label}
    </Link>
  ))
}
