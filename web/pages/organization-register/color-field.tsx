import { useState } from 'react'
import { defaultPrimaryColor, inkOn, isHexColor } from '#contract/brand-colors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The colour of the organization, by its code or picked; hard to read warns and saves (D136). */
export function ColorField() {
  const [color, setColor] = useState(defaultPrimaryColor)
  const isColor = isHexColor(color)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <div className="w-40">
          <TextField
            name="primaryColor"
            label="Primary color"
            value={color}
            onChange={(event) => setColor(event.target.value)}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <input
          type="color"
          aria-label="Pick the primary color"
          value={isColor ? color : defaultPrimaryColor}
          onChange={(event) => setColor(event.target.value)}
          className="h-9 w-14 cursor-pointer rounded-control border border-control-line bg-surface p-1 pointer-coarse:h-11"
        />
      </div>
      {isColor && !inkOn(color).isReadable && (
        <Banner tone="warning" announce>
          Text on this color is hard to read. You can use it, or take one that is a little darker or lighter.
        </Banner>
      )}
    </div>
  )
}
