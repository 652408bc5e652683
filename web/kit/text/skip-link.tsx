/** The first tab stop: skips the header to the content with this id. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a
      href={`#${to}`}
      className="print:hidden absolute -top-20 left-4 z-50 rounded-control bg-primary px-4 py-2 font-medium text-primary-text focus:top-2"
    >
      Skip to content
    </a>
  )
}
