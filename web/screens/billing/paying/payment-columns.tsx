import type { ReactNode } from 'react'

interface Props {
  /** What is bought: beside the form, on a phone above it. */
  summary: ReactNode
  children: ReactNode
}

/** The way to pay beside what is paid. */
export function PaymentColumns({ summary, children }: Props) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="md:order-2">{summary}</div>
      <div className="flex flex-col gap-4 md:order-1">{children}</div>
    </div>
  )
}
