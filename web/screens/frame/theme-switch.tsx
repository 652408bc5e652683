import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { browserStore } from '#web/kit/storage/text-store.ts'

const themes = [
  { value: 'system', label: 'System theme', Icon: Monitor },
  { value: 'light', label: 'Light theme', Icon: Sun },
  { value: 'dark', label: 'Dark theme', Icon: Moon },
] as const
type Theme = (typeof themes)[number]['value']

/** public/theme.js reads the same key before the first paint, and `web/app/entry.ts` checks the chosen one by its value. */
const storageKey = 'luna-theme'

/** System, light or dark; stored in this browser. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(listen, chosenTheme, () => 'system')
  const name = useId()
  return (
    <fieldset className="inline-flex noscript:hidden rounded-full border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="flex size-8 cursor-pointer items-center justify-center rounded-full text-muted transition-colors hover:text-text has-checked:bg-soft has-checked:text-soft-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            value={value}
            className="sr-only"
            aria-label={label}
            checked={theme === value}
            onChange={() => applyTheme(value)}
          />
          <Icon aria-hidden className="size-4" />
        </label>
      ))}
    </fieldset>
  )
}

const changed = new EventTarget()

/** Keeps two switches on one page in step. */
function listen(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}

function chosenTheme(): Theme {
  const theme = document.documentElement.dataset['theme']
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function applyTheme(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  if (theme === 'system') browserStore.delete(storageKey)
  else browserStore.write(storageKey, theme)
  const background = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', background)
  changed.dispatchEvent(new Event('change'))
}
