import { useState } from 'react'
import { inkOn, isHexColor } from '#contract/organizations/app/brand-colors.ts'
import { Banner } from '#web/kit/banner.tsx'
import { useKeptText } from '#web/kit/fields/form-state.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'

interface Props {
  name: string
  label: string
  /** Such as `#9334ea`; the picker also shows it while the field holds no valid color. */
  defaultValue: string
  /** Called with every valid color. */
  onChange?: (color: string) => void
}

/** A brand color, typed or picked. A color that makes text hard to read shows a warning, but can be saved (D136). */
export function ColorField({ name, label, defaultValue, onChange }: Props) {
  const kept = useKeptText(name)
  const [color, setColor] = useState(kept ?? defaultValue)
  const isColor = isHexColor(color)

  function change(next: string) {
    setColor(next)
    if (isHexColor(next)) onChange?.(next)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <div className="w-40 min-w-0">
          <TextField
            name={name}
            label={label}
            value={color}
            onChange={(event) => change(event.target.value)}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <input
          type="color"
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={isColor ? color : defaultValue}
          onChange={(event) => change(event.target.value)}
          className="mt-6.5 h-9 w-14 max-w-[56px] cursor-pointer rounded-control border border-control-line bg-surface p-1 pointer-coarse:h-11"
        />
      </div>
      {isColor && !inkOn(color).isReadable && (
        <Banner tone="warning" announce>
          Text on this color is hard to read. You can keep it, or pick a slightly darker or lighter one.
        </Banner>
      )}
    </div>
  )
}
