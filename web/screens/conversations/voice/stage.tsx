import { createContext, useContext, useEffect, type ReactNode, type RefObject } from 'react'

/** Where the dialog finds the heading on which it opens. */
export const StageHeading = createContext<RefObject<HTMLHeadingElement | null>>({ current: null })

interface Props {
  /** The ring, or what takes its place. */
  picture: ReactNode
  /** Where the conversation stands, in a few words. */
  title: string
  children?: ReactNode
}

/** Picture and state of the conversation; each new stage takes the focus, so that it stays in the dialog. */
export function VoiceStage({ picture, title, children }: Props) {
  const heading = useContext(StageHeading)
  useEffect(() => {
    const { activeElement, body } = document
    // While the dialog opens the focus is still on the page, and the dialog itself must see where it was.
    const isInside = activeElement === body || heading.current?.closest('[role=dialog]')?.contains(activeElement)
    if (isInside) heading.current?.focus({ preventScroll: true })
  }, [heading])
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      {picture}
      <h3 ref={heading} tabIndex={-1} className="mt-1 text-xl font-semibold outline-none">
        {title}
      </h3>
      {children}
    </div>
  )
}
