import { Link } from 'wouter'

/** A link in the header. */
export interface HeaderLink {
  href: string
  label: string
}

/** The classes of every item in the small menu. */
export const smallItemClasses =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-lg font-medium hover:bg-hover'

interface Props {
  links: readonly HeaderLink[]
  onChoose: () => void
}

/** The links, in a column. */
export function SmallMenuLinks({ links, onChoose }: Props) {
  return links.map(({ href, label }) => {
    const Way = href.includes('#') ? 'a' : Link
    return (
      <Way key={href} href={href} onClick={onChoose} className={smallItemClasses}>
        {label}
      </Way>
    )
  })
}
