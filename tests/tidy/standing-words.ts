/**
 * Where words that docs/GLOSSARY.md replaces still stand: word -> first folder -> how often at most. The list only gets
 * shorter; `node tests/tidy/words-standing.ts` lowers it to what is left.
 */
export const standingWords: Record<string, Record<string, number>> = {
  'answers whether': { server: 1, web: 3 },
  'any more': { server: 22, tests: 3, web: 5 },
  'nobody is': { contract: 1, server: 8, tests: 5, web: 5 },
  'withdrawn debt': { server: 3 },
  'worked off': { server: 3, tests: 10 },
  anew: { server: 5, tests: 3, web: 39 },
  buyer: { bench: 2, contract: 1, server: 6, tests: 17, web: 3 },
  claim: { scripts: 7, server: 18, tests: 87, web: 1 },
  company: { contract: 5, scripts: 1, server: 3, tests: 8, web: 2 },
  credits: { contract: 6, server: 26, tests: 50, web: 156 },
  forget: { server: 58, tests: 19, web: 21 },
  fulfilment: { server: 51, tests: 17 },
  letter: { bench: 8, contract: 2, server: 107, tests: 37, web: 42 },
  mock: { tests: 4, web: 7 },
  place: { server: 42 },
  refill: { contract: 17, server: 36, tests: 67, web: 88 },
  reversal: { server: 27, tests: 31 },
  seat: { server: 12 },
  session: { contract: 18, server: 151, web: 116 },
  talks: { bench: 8, server: 4, tests: 17, web: 14 },
  tell: { scripts: 6, server: 59, tests: 41, web: 66 },
  use: { server: 27 },
  wallet: { server: 1, tests: 1 },
  whoever: { server: 46, tests: 6, web: 20 },
  wish: { bench: 2, server: 4 },
  workplace: { server: 8 },
}
