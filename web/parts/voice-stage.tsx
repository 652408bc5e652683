import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  /** The ring, or what takes its place. */
  picture: ReactNode
  /** Where the conversation stands, in a few words. */
  title: string
  children?: ReactNode
}

/** Picture and state of the conversation; takes the focus when it appears, so that the keyboard stays in the dialog. */
export function VoiceStage({ picture, title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
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
