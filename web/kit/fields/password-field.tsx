import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../classes.ts'
import { Field, controlClasses, type FieldProps } from './field.tsx'
import { Input } from './text-field.tsx'

/** A rule for a new password, in words. */
export interface PasswordRule {
  text: string
  isMet: (password: string) => boolean
}

interface Props extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  /** Listed below the field and ticked off while typing; for new passwords. */
  rules?: readonly PasswordRule[]
  required?: boolean
}

/** A password field that can show its text; pasting is allowed. */
export function PasswordField({ autoComplete, rules, required, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  const [password, setPassword] = useState('')
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field {...field} help={rules ? <RuleList rules={rules} password={password} /> : field.help}>
      <div className="relative">
        <Input
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required={required}
          onChange={(event) => setPassword(event.target.value)}
          className={classes(controlClasses, 'pr-11')}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-control text-muted hover:text-text focus-visible:outline-offset-[-2px]"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      </div>
    </Field>
  )
}

function RuleList({ rules, password }: { rules: readonly PasswordRule[]; password: string }) {
  return (
    <span className="flex flex-col gap-1">
      {rules.map(({ text, isMet }) => {
        const met = isMet(password)
        const Icon = met ? Check : Circle
        return (
          <span key={text} className={classes('flex items-center gap-1.5', met && 'text-success')}>
            <Icon aria-hidden className={met ? 'size-4' : 'mx-1 size-2'} />
            <span>{text}</span>
            {met && <span className="sr-only"> (met)</span>}
          </span>
        )
      })}
    </span>
  )
}
