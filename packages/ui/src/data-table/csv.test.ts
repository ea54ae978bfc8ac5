import fc from 'fast-check'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Column } from './columns.ts'
import { cellText, csvField, tableCsv } from './csv.ts'

interface Row {
  readonly pair: string
  readonly price: string
}

const columns: readonly Column<Row>[] = [
  { key: 'pair', header: 'Pair', cell: (row) => row.pair },
  {
    key: 'price',
    header: createElement('b', null, 'Price'),
    label: 'Price (USDT)',
    cell: (row) => createElement('b', null, row.price),
    sort: { as: 'decimal', by: (row) => row.price },
  },
  { key: 'cancel', header: '', kind: 'actions', cell: () => 'Cancel' },
]

describe('CSV', () => {
  it('has a header line and one line per row, without actions (U15.5)', () => {
    expect(tableCsv(columns, [{ pair: 'BTC/USDT', price: '60816.42' }])).toBe(
      '\uFEFFPair,Price (USDT)\r\nBTC/USDT,60816.42\r\n',
    )
    expect(tableCsv(columns, [])).toBe('\uFEFFPair,Price (USDT)\r\n')
  })
  it('starts with a byte order mark (U15.63)', () => {
    const [first, ...rest] = new TextEncoder().encode(
      tableCsv<Row>(
        [{ key: 'pair', header: 'زوج', cell: (row) => row.pair }],
        [{ pair: 'ETH/€', price: '1' }],
      ),
    )
    expect([first, ...rest.slice(0, 2)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(Uint8Array.from(rest.slice(2)))).toBe('زوج\r\nETH/€\r\n')
  })
  it('writes `text`, else the cell, else the sort key (U15.6)', () => {
    const [pair, price] = columns as [Column<Row>, Column<Row>]
    const row = { pair: 'BTC/USDT', price: '1' }
    expect([
      cellText(pair, row),
      cellText(price, row),
      cellText({ ...pair, text: () => 'Bitcoin' }, row),
    ]).toEqual(['BTC/USDT', '1', 'Bitcoin'])
    expect(cellText<Row>({ key: 'x', header: 'X', cell: () => createElement('i') }, row)).toBe('')
    expect(cellText<Row>({ key: 'x', header: 'X', cell: () => 7 }, row)).toBe('7')
    expect(cellText<Row>({ key: 'x', header: 'X', cell: () => 7n as never }, row)).toBe('7')
  })
  it('keeps signed numbers of any length', () => {
    for (const text of ['-1', '-12', '+12.5', '-12.50%', '5']) expect(csvField(text)).toBe(text)
  })
  it('keeps grouped numbers, negative ones too (U15.59)', () => {
    for (const text of [
      '-1,234.56',
      '+1,234,567.8',
      '-1.234,56',
      '-12\u00a0345,6',
      "-1'234.5",
      '1,234.56',
      '-1,234.5%',
    ])
      expect(csvField(text).replaceAll('"', '')).toBe(text)
  })
  it.each(['-1,2+3', '-1,A1', '-1 (2)', '-1..2', '\n=1+1', '＝1+1', '＠SUM(A1)', '－2+3', '＋cmd'])(
    'does not take formulas for numbers: %j (U15.60)',
    (text) => {
      expect(csvField(text).replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )
  it('names a column by label or key without a text header', () => {
    expect(
      tableCsv<Row>(
        [
          { key: 'side', header: '', label: 'Side', cell: () => '' },
          { key: 'fee', header: '', cell: () => '' },
        ],
        [],
      ),
    ).toBe('\uFEFFSide,fee\r\n')
    expect(tableCsv<Row>([{ key: 'side', header: createElement('i'), cell: () => '' }], [])).toBe(
      '\uFEFFside\r\n',
    )
  })
  it.each([
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['', ''],
    ['٣', '٣'],
  ])('quotes %j by RFC 4180', (text, field) => {
    expect(csvField(text)).toBe(field)
  })
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '=HYPERLINK("x")'])(
    'escapes the formula %j',
    (text) => {
      expect(csvField(text).replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )
  it.each(['-1.5', '+0.25', '-3.2%', '12'])('keeps the number %s', (text) => {
    expect(csvField(text)).toBe(text)
  })
  it('parses back to the texts of the cells (U15.7)', () => {
    const texts = fc.array(
      fc.string().filter((text) => csvField(text) !== `'${text}` && !/^[=+\-@\t\r]/.test(text)),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(texts, (cells) => {
        const line = tableCsv(
          cells.map((text, index): Column<null> => ({
            key: `${index}`,
            header: 'h',
            cell: () => text,
          })),
          [null],
        ).slice(`\uFEFF${cells.map(() => 'h').join(',')}\r\n`.length)
        expect(readLine(line)).toEqual(cells)
      }),
    )
  })
})

/** An independent parser of RFC 4180. */
function readLine(line: string): string[] {
  const fields: string[] = []
  let rest = line
  while (rest.length > 0) {
    const quoted = /^"((?:[^"]|"")*)"(?:,|\r\n)/.exec(rest)
    const plain = /^([^,"\r\n]*)(?:,|\r\n)/.exec(rest)
    const found = quoted ?? plain
    if (!found) throw new Error(`Not CSV: ${rest}`)
    fields.push((found[1] ?? '').replaceAll('""', '"'))
    const ended = found[0].endsWith('\r\n')
    rest = rest.slice(found[0].length)
    if (ended) break
  }
  return fields
}
