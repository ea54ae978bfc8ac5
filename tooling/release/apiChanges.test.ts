import { expect, it } from 'vitest'
import { apiChanges, compareReports } from './apiChanges.mjs'

const report = (...lines: string[]) =>
  `# API\n\n## @x/kit\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
const options = ['interface Options {', '    readonly size: number;', '}']
const before = report(...options, 'function add(a: number): number;')

it('finds a removed declaration', () => {
  const after = report(...options)
  expect(apiChanges({ before, after }).breaking).toEqual(['@x/kit add'])
})

it('finds a changed signature', () => {
  const after = report(...options, 'function add(a: string): number;')
  expect(apiChanges({ before, after }).breaking).toEqual(['@x/kit add'])
})

it('finds a new member that is not optional', () => {
  const [head = '', ...rest] = options
  const after = report(head, '    id: string;', ...rest, 'function add(a: number): number;')
  expect(apiChanges({ before, after }).breaking).toEqual(['@x/kit Options'])
})

it('allows a new declaration and an optional member', () => {
  const [head = '', ...rest] = options
  const after = report(
    head,
    '    readonly id?: string;',
    ...rest,
    'function add(a: number): number;',
    'function subtract(a: number): number;',
  )
  expect(apiChanges({ before, after })).toEqual({
    breaking: [],
    added: ['@x/kit Options', '@x/kit subtract'],
  })
})

it('asks for a major version for a breaking change', () => {
  const change = { name: '@x/kit', before, after: report(...options) }
  const faults = (version: string, bump?: string) =>
    compareReports({ ...change, version, ...(bump && { bump }) }).length
  expect([faults('1.2.0', 'minor'), faults('1.2.0', 'major')]).toEqual([1, 0])
  expect([faults('0.2.0', 'patch'), faults('0.2.0', 'minor'), faults('0.2.0')]).toEqual([1, 0, 1])
})

it('finds no change in equal reports', () => {
  expect(compareReports({ name: '@x/kit', version: '1.0.0', before, after: before })).toEqual([])
})

const named = (...lines: string[]) =>
  `\n## Named by these declarations, not exported\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`
const sheet = ['interface SheetBase {', '    cancelText: string;', '}']
const renamed = sheet.map((line) => line.replace('cancelText', 'cancelLabel'))

it('finds a renamed member of a type that is not exported', () => {
  const change = { before: before + named(...sheet), after: before + named(...renamed) }
  expect(apiChanges(change).breaking).toEqual(['(not exported) SheetBase'])
  expect(compareReports({ name: '@x/kit', version: '1.0.0', bump: 'minor', ...change })).toEqual([
    '@x/kit: (not exported) SheetBase may break callers: it needs a major changeset, not minor',
  ])
})

it('allows an optional member in a type that is not exported', () => {
  const [head = '', ...rest] = sheet
  const after = before + named(head, '    title?: string;', ...rest)
  expect(apiChanges({ before: before + named(...sheet), after })).toEqual({
    breaking: [],
    added: ['(not exported) SheetBase'],
  })
})

it('compares a type that is exported now with what it was', () => {
  const exporting = (lines: string[]) =>
    report(...options, 'function add(a: number): number;', ...lines)
  const changes = (lines: string[]) =>
    apiChanges({ before: before + named(...sheet), after: exporting(lines) })
  expect(changes(sheet)).toEqual({ breaking: [], added: ['@x/kit SheetBase'] })
  expect(changes(renamed).breaking).toEqual(['(not exported) SheetBase'])
})

it('asks nothing more for types that only others name', () => {
  const change = { before, after: before + named(...sheet) }
  expect(apiChanges(change)).toEqual({ breaking: [], added: [] })
  expect(apiChanges({ before: change.after, after: before }).breaking).toEqual([])
})
