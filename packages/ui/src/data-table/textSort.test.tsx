import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UiProvider } from '../provider/UiProvider.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'

const columns: readonly Column<string>[] = [
  { key: 'name', header: 'Name', cell: (name) => name, sort: { as: 'text', by: (name) => name } },
]
const names = ['Zug', 'Coin 10', 'Örebro', 'Coin 2']

it.each([
  ['de', ['Coin 2', 'Coin 10', 'Örebro', 'Zug']],
  ['sv', ['Coin 2', 'Coin 10', 'Zug', 'Örebro']],
])('sorts text of a page in %s by that language (U15.64)', (language, expected) => {
  const html = renderToString(
    <UiProvider language={language}>
      <DataTable
        label="Names"
        columns={columns}
        rows={names}
        rowKey={(name) => name}
        defaultSort={{ column: 'name', direction: 'ascending' }}
      />
    </UiProvider>,
  )
  expect(html.match(new RegExp(`(?<=>)(?:${names.join('|')})(?=<)`, 'g'))).toEqual(expected)
})
