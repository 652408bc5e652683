type Take<First> = (first: First, ...input: never[]) => unknown

export type Bound<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...input: infer Input) => infer Result
    ? (...input: Input) => Result
    : never
}

/** Returns the same functions with their first argument given, such as the connection that all of them use. */
export function bind<First, Functions extends Record<string, Take<First>>>(
  first: First,
  functions: Functions,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, run]) => [name, (...input: never[]) => run(first, ...input)])
  return Object.fromEntries(bound) as Bound<Functions>
}
