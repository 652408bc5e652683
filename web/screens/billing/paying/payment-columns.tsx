import type { ReactNode } from 'react'

interface Props {
  /** The order: beside the form, or above it on a phone. */
  summary: ReactNode
  children: ReactNode
}

/** Places the payment form beside the order. */
export function PaymentColumns({ summary, children }: Props) {
  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="md:order-2">{summary}</div>
      <div className="flex flex-col gap-4 md:order-1">{children}</div>
    </div>
  )
}
