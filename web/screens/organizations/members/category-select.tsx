import type { ReactNode } from 'react'
import { Select } from '#web/kit/fields/select.tsx'
import type { TabProps } from '../scope.ts'
import { categoryOptions } from './choices.ts'
import type { PersonRow } from './people.ts'
import { useMemberChanges } from './use-member-changes.ts'

interface Props extends Pick<TabProps, 'scope'> {
  row: PersonRow
  /** By default the row or its headings say what it is. */
  label?: ReactNode
}

/** A member's category, saved as soon as it is chosen (S395). */
export function CategorySelect({ row, scope, label }: Props) {
  const { changeCategory } = useMemberChanges(row.id)
  return (
    <Select
      name={`category-${row.id}`}
      label={label ?? `Category of ${row.name}`}
      hideLabel={!label}
      options={categoryOptions}
      value={row.userCategory}
      disabled={changeCategory.isPending}
      onChange={(userCategory) =>
        void changeCategory.submit({ params: { id: row.id }, query: scope, body: { userCategory } })
      }
    />
  )
}
