// Writes golden.json anew, after a change of the number data that somebody has looked at:
// node --conditions=x-source src/testing/writeGolden.ts
import { writeFileSync } from 'node:fs'
import { goldenText } from './goldenText.ts'

writeFileSync(new URL('golden.json', import.meta.url), goldenText())
