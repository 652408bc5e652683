/** A way on that the header offers. */
export interface HeaderLink {
  href: string
  label: string
}
