import { TextLink } from './text-link.tsx'

/** A text in which "contact support" leads there, beside the page, so that nothing typed is lost (D177). */
export function SupportText({ children: text }: { children: string }) {
  const found = /contact support/i.exec(text)
  if (!found) return text
  const [words] = found
  return (
    <>
      {text.slice(0, found.index)}
      <TextLink href="/contact" newTab>
        {words}
      </TextLink>
      {text.slice(found.index + words.length)}
    </>
  )
}
