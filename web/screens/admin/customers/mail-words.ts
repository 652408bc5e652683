/** The names of the kinds of mail, as the log of sent mail stores them. */
export const mailNames: Record<string, string> = {}
