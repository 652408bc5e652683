import type { ReactNode } from 'react'
import { Page } from '#web/screens/frame/page-layout.tsx'

interface Props {
  title: string
  /** Two or three sentences that sum up the page. */
  intro: string
  sections: readonly { title: string; text: ReactNode }[]
}

/** A legal page: numbered sections in lines of readable length (S323, S324). */
export function LegalText({ title, intro, sections }: Props) {
  return (
    <Page title={title} description="Last updated July 2, 2025" width="prose">
      <div className="text-reading">
        <p>{intro}</p>
        {sections.map((section, index) => (
          <section key={section.title} className="mt-8">
            <h2 className="text-xl font-semibold">
              {index + 1}. {section.title}
            </h2>
            <div className="mt-2 flex flex-col gap-3">{section.text}</div>
          </section>
        ))}
      </div>
    </Page>
  )
}
