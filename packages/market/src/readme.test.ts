import { readFileSync } from 'node:fs'
import path from 'node:path'
import { printMachine } from '@x/kit'
import { expect, it } from 'vitest'
import { bookTable } from './book/createBook.ts'
import { tabTable } from './connection/createLeaderElection.ts'

const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8')

it.each([
  ['book', bookTable],
  ['tab', tabTable],
])('prints the current table of a %s in the README', (_name, table) => {
  expect(readme).toContain(printMachine<string, string>(table))
})
