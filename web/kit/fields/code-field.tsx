import { useEffect, useRef } from 'react'
import { TextField } from './text-field.tsx'

/** What proves the second factor: a code from the authenticator app, or a recovery code (D27). */
export type CodeKind = 'app' | 'recovery'

interface Props {
  kind: CodeKind
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean
}

/** The field `code` of a form: phones offer digits and fill in the code from their app. */
export function CodeField({ kind, takesFocus = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const isApp = kind === 'app'
  return (
    <TextField
      key={kind}
      ref={field}
      name="code"
      label={isApp ? 'Code' : 'Recovery code'}
      help={isApp ? 'Six digits that change every 30 seconds.' : 'Sixteen letters and digits. Each code works once.'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      autoCapitalize={isApp ? 'none' : 'characters'}
      spellCheck={false}
      required
    />
  )
}

/** The link to the other kind of code. */
export const otherKind: Record<CodeKind, { kind: CodeKind; label: string }> = {
  app: { kind: 'recovery', label: 'Use a recovery code' },
  recovery: { kind: 'app', label: 'Use the authenticator app' },
}
