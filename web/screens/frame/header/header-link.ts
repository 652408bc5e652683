/** A link in the header. */
export interface HeaderLink {
  href: string
  label: string
}
