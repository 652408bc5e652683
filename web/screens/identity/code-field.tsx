import { TextField } from '#web/kit/fields/text-field.tsx'

/** What proves the second factor: a code from the authenticator app, or a recovery code (D27). */
export type CodeKind = 'app' | 'recovery'

/** The field `code` of a form: phones offer digits and fill in the code from their app. */
export function CodeField({ kind }: { kind: CodeKind }) {
  const isApp = kind === 'app'
  return (
    <TextField
      key={kind}
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
