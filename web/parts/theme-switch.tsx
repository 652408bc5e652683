import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'

const themes = [
  { value: 'system', label: 'System theme', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
] as const
type Theme = (typeof themes)[number]['value']

/** The same key is read by public/theme.js before the first paint. */
const storageKey = 'luna-theme'

/** System, light or dark; kept in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(chosenTheme)
  return (
    <RadioGroup
      aria-label="Theme"
      value={theme}
      onValueChange={(next) => {
        setTheme(next as Theme)
        applyTheme(next as Theme)
      }}
      className="inline-flex rounded-full border border-line p-0.5"
    >
      {themes.map(({ value, label, Icon }) => (
        <Radio.Root
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-8 cursor-pointer items-center justify-center rounded-full text-muted transition-colors hover:text-text data-checked:bg-soft data-checked:text-soft-text pointer-coarse:size-11"
        >
          <Icon aria-hidden className="size-4" />
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

function chosenTheme(): Theme {
  const theme = typeof document === 'undefined' ? undefined : document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function applyTheme(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage can be switched off; the choice then holds until the next load.
  }
  const background = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', background)
}
