import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from './csv.ts'

/** RFC 4180 read back: fields of one table. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let [row, field, isQuoted] = [[] as string[], '', false]
  for (let at = 1; at < text.length; at++) {
    const c = text[at]
    if (isQuoted) {
      if (c !== '"') field += c
      else if (text[at + 1] === '"') field += text[at++]
      else isQuoted = false
    } else if (c === '"') isQuoted = true
    else if (c === ',') [row, field] = [[...row, field], '']
    else if (c === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field])
      ;[row, field] = [[], '']
      at++
    } else field += c
  }
  return rows
}

describe('a table for spreadsheets', () => {
  it('RFC 4180: ends each line with CRLF and quotes what needs it', () => {
    expect(csvText([['a', 'b,c'], ['say "no"', 'two\nlines'], [null, 1]])).toBe('\uFEFFa,"b,c"\r\n"say ""no""","two\nlines"\r\n,1\r\n')
  })
  it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("x")'])('runs no formula: %j becomes a text', (cell) => {
    expect(parse(csvText([[cell]]))[0]?.[0]).toBe(`'${cell}`)
  })
  it.each(['-0.5', '0.00001395', '-12'])('keeps the number %s a number', (cell) => {
    expect(parse(csvText([[cell]]))).toEqual([[cell]])
  })
  it('gives back every text, and none of them begins a formula', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '=', '-', '1', '"', ',', '\r', '\n', ' ', '.') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        parse(csvText(rows)).forEach((read, y) => read.forEach((text, x) => {
          expect([rows[y]?.[x], `'${rows[y]?.[x]}`]).toContain(text.startsWith("'") ? text : rows[y]?.[x])
          expect(/^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text)).toBe(false)
        }))
        expect(parse(csvText(rows))).toHaveLength(rows.length)
      }),
    )
  })
})
