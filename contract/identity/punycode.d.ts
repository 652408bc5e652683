/** The package has no types of its own; this is the part that we use. */
declare module 'punycode.js' {
  const punycode: {
    /** Returns a domain or an email address with its encoded labels decoded. Throws a RangeError for invalid ones. */
    toUnicode(input: string): string
  }
  export default punycode
}
