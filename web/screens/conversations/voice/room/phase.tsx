import { createContext, useContext, useEffect, type ReactNode, type RefObject, type MouseEvent } from 'react'

/** The heading that gets the focus when the room opens. */
export const StageHeading = createContext<RefObject<HTMLHeadingElement | null>>({ current: null })

interface Props {
  /** The state of the conversation, in a few words. */
  title: string
  children?: ReactNode
}

/** The state of the conversation; each new stage takes the focus, so that focus stays in the room. */
export function VoiceStage({ title, children }: Props) {
  const heading = useContext(StageHeading)
  useEffect(() => {
    const { activeElement, body } = document
    // While the room opens the focus is still on the page, where the room must find it to return it later.
    const isInside = activeElement === body || heading.current?.closest('[role=dialog]')?.contains(activeElement)
    if (isInside) heading.current?.focus({ preventScroll: true })
  }, [heading])
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-medium outline-none">
        {title}
      </h3>
      {children}
    </div>
  )
}

/**
 * For buttons that replace each other: the second half of a double click, which would hit the next button, does
 * nothing. Keys and assistive software come with a `detail` of 0.
 * @param act left out where the press sends a form
 */
export function onSingleClick(act?: () => void): (event: MouseEvent) => void {
  return (event) => {
    const isSecondHalf = event.detail > 1
    if (isSecondHalf) event.preventDefault()
    else act?.()
  }
}
