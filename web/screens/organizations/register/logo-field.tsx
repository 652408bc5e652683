import { ImageUp } from 'lucide-react'
import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/kit/button.tsx'
import { logoTypes, type Logo } from './use-logo.ts'

/** Lets people choose, see and remove the organization's logo (S461). */
export function LogoField({ logo }: { logo: Logo }) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (file) logo.choose(file)
  }

  function remove() {
    // The pressed button disappears with the logo.
    button.current?.focus()
    logo.choose(null)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Logo (optional)</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex size-20 items-center justify-center overflow-hidden rounded-card border border-line bg-sunken">
          {logo.preview ? (
            <img src={logo.preview} alt="Your logo" className="size-full object-contain" />
          ) : (
            <ImageUp aria-hidden className="size-6 text-muted" />
          )}
        </div>
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              name="logoUpload"
              accept={logoTypes.join()}
              aria-label="Logo"
              tabIndex={-1}
              onChange={choose}
              className="sr-only"
            />
            <Button ref={button} variant="secondary" onClick={() => input.current?.click()}>
              {logo.file ? 'Change Logo' : 'Upload Logo'}
            </Button>
            {logo.file && (
              <Button variant="secondary" onClick={remove}>
                Remove Logo
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">JPG, JPEG or PNG, up to 5 MB</p>
        </div>
      </div>
    </div>
  )
}
