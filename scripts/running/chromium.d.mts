export interface PreparedChromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}
export function prepareChromium(): Promise<PreparedChromium>
