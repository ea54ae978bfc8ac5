import { readFileSync } from 'node:fs'
import path from 'node:path'
import { printMachine } from '@x/kit'
import { expect, it } from 'vitest'
import { bookTable } from './book/createBook.ts'
import { tabTable } from './connection/createLeaderElection.ts'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')

it.each([
  ['book', bookTable, 'README.md'],
  ['tab', tabTable, 'PROTOCOL.md'],
])('prints the current table of a %s in its document', (_name, table, file) => {
  expect(read(file)).toContain(printMachine<string, string>(table))
})
