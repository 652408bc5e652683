import { ColorField } from '#web/screens/organizations/brand/color-field.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import type { AppField } from './app-fields.ts'
import type { DraftState } from './use-draft.ts'

interface Props {
  fields: readonly AppField[]
  state: DraftState
}

/** Fields of the app; typing updates the draft at once. */
export function FieldList({ fields, state: { draft, change } }: Props) {
  return fields.map((field) => {
    const set = (value: string | boolean) => change({ [field.name]: value })
    switch (field.kind) {
      case 'text': {
        const { kind: _kind, ...look } = field
        const value = draft[field.name]
        return (
          <TextField
            key={field.name}
            {...look}
            value={value}
            autoComplete="off"
            onChange={({ target }) => set(target.value)}
          />
        )
      }
      case 'long text': {
        const { kind: _kind, ...look } = field
        return <TextArea key={field.name} {...look} value={draft[field.name]} onChange={set} />
      }
      case 'color': {
        const { name, label } = field
        return <ColorField key={name} {...{ name, label }} defaultValue={draft[name]} onChange={set} />
      }
      case 'yes or no': {
        const { name, label } = field
        return <Checkbox key={name} {...{ name, label }} checked={draft[name]} onChange={set} />
      }
    }
  })
}
