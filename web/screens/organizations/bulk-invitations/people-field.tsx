import { Download, FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { formatCount } from '#contract/amounts.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { downloadText } from '#web/kit/download-text.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { readListFile } from './list-file.ts'
import { readPeople } from './read-people.ts'

interface Props {
  value: string
  onChange: (list: string) => void
}

/** The list of people: typed, pasted, or read from a file, and editable here (D118). */
export function PeopleField({ value, onChange }: Props) {
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [note, setNote] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (!file) return
    setNote(null)
    try {
      const read = await readListFile(file)
      onChange(read.list)
      setProblem(undefined)
      setNote(read.note)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "We couldn't read this file.")
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes('flex flex-col gap-3 rounded-control', isOver && 'outline-2 outline-offset-4 outline-ring')}
    >
      <TextArea
        name="rows"
        label="People"
        help="One person per line: email, first name, last name. Only the email is required. You can also paste the recipients of an email or columns of a spreadsheet, or drop a CSV or vCard file here."
        rows={12}
        placeholder={'ada@example.com, Ada, Lovelace\nalan@example.com, Alan, Turing'}
        value={value}
        error={problem}
        onChange={(list) => {
          setProblem(undefined)
          onChange(list)
        }}
      />
      {note && (
        <Banner tone="warning" announce>
          {note}
        </Banner>
      )}
      <FileButtons value={value} onFile={take} />
    </div>
  )
}

const exampleCsv =
  '\uFEFFEmail,First name,Last name\r\nada@example.com,Ada,Lovelace\r\nalan@example.com,Alan,Turing\r\n'

interface FileProps {
  value: string
  onFile: (file: File | undefined) => Promise<void>
}

/** Reads a file, offers an example, and says how many people the list holds. */
function FileButtons({ value, onFile }: FileProps) {
  const input = useRef<HTMLInputElement>(null)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    void onFile(file)
    // Lets the same file be chosen again.
    event.target.value = ''
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button
        variant="secondary"
        size="dense"
        icon={<FileUp aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        Choose File
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => downloadText(exampleCsv, 'luna-invitations-example.csv', 'text/csv')}
      >
        Download Example
      </Button>
      <p role="status" className="text-sm text-muted tabular sm:ml-auto">
        <span translate="no">{formatCount(readPeople(value).people.length)}</span> of {invitationLimits.rows} rows
      </p>
    </div>
  )
}
