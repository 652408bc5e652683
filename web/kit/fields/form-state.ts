import { createContext, useContext } from 'react'
import type { KeptInput } from './kept-input.ts'

/** Error messages by the name of their field; an empty one marks the field of what is said elsewhere. */
export type FieldErrors = Record<string, string>

interface FormState {
  errors: FieldErrors
  pending: boolean
  kept: KeptInput
}

/** Tells fields about their form. It is apart from the form, whose checks weigh more than all fields. */
export const FormContext = createContext<FormState>({ errors: {}, pending: false, kept: {} })

/** Returns the surrounding form's message for a field, if any. */
export function useFieldError(name: string): string | undefined {
  return useContext(FormContext).errors[name]
}

/** Returns what was typed into this field before a reload or another screen, if anything. */
export function useKeptText(name: string): string | undefined {
  return useContext(FormContext).kept[name]
}
