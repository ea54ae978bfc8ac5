import { finishAmount, normaliseAmount } from '@x/decimal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  editAmount,
  insertedAtOnce,
  insertText,
  extendInsertion,
  stepAmount,
  withLeadingZeros,
} from './amountText.ts'

/** Random edits; the nightly run makes more. */
const EDITS = Number(process.env['AMOUNT_EDITS'] ?? 5_000)

/** `|` marks the caret. */
function edit(marked: string, decimals = 8): string {
  const caret = marked.indexOf('|')
  const next = editAmount(marked.replace('|', ''), { caret, decimals })
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

describe('editAmount', () => {
  it.each([
    ['12|', '12|'],
    ['1a|2', '1|2'],
    ['abc|', '|'],
    ['1.5|', '1.5|'],
    ['1.2.|3', '1.2|3'],
    ['.|5', '|5'],
    ['5.|', '5.|'],
    ['1２|3', '12|3'],
    ['١٢|', '12|'],
    ['1。|5', '1.|5'],
    ['-|5', '|5'],
    ['1e|5', '1|5'],
  ])('turns %s into %s and keeps the caret (U17.1)', (raw, wanted) =>
    expect(edit(raw)).toBe(wanted),
  )

  it('merges leading zeros and keeps the caret (U17.2)', () => {
    expect(edit('00|7')).toBe('0|7')
    expect(edit('007|')).toBe('07|')
    expect(finishAmount('07')).toBe('7')
  })

  it('cuts surplus decimals (U17.3)', () => {
    expect(edit('1.2345|', 2)).toBe('1.23|')
    expect(edit('1.9|23', 2)).toBe('1.9|2')
    expect(edit('7.|', 0)).toBe('7|')
  })

  it('keeps 20 integer digits and drops the last on insertion (U17.4)', () => {
    expect(edit('123456789012345678901|')).toBe('12345678901234567890|')
    expect(edit('19|2345678901234567890')).toBe('19|234567890123456789')
  })

  it('replaces the selection by pasted text', () => {
    expect(insertText('12.5', { start: 0, end: 2, insert: '9,000' })).toEqual({
      raw: '9,000.5',
      caret: 5,
    })
  })

  it('keeps the caret in the text for random edits (U17.5)', () => {
    const keys = fc.constantFrom(
      '0',
      '1',
      '2',
      '5',
      '9',
      '.',
      '．',
      '。',
      '٣',
      '７',
      'x',
      ',',
      '-',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(keys, { maxLength: 40 }).map((parts) => parts.join('')),
        fc.nat(40),
        fc.integer({ min: 0, max: 8 }),
        (raw, at, decimals) => {
          const caret = Math.min(at, raw.length)
          const next = editAmount(raw, { caret, decimals })
          expect(next.text).toBe(normaliseAmount(raw, { decimals }))
          expect(next.caret).toBeGreaterThanOrEqual(0)
          expect(next.caret).toBeLessThanOrEqual(next.text.length)
          expect(
            next.text.startsWith(
              normaliseAmount(raw.slice(0, caret), { decimals }).slice(0, next.caret),
            ),
          ).toBe(true)
          // A normalised text stays the same, with its caret.
          const again = Math.min(caret, next.text.length)
          expect(editAmount(next.text, { caret: again, decimals })).toEqual({
            text: next.text,
            caret: again,
          })
        },
      ),
      { numRuns: EDITS },
    )
  })

  it('keeps a valid amount and caret for random edit sequences (U17.6)', () => {
    const insert = fc.oneof(
      fc.constantFrom('0', '1', '9', '.', '。', '٣', '７', 'x', '-', '', ''),
      fc.stringMatching(/^[0-9.]{0,24}$/),
    )
    const script = fc.array(fc.record({ from: fc.nat(40), to: fc.nat(40), insert }), {
      minLength: 10,
      maxLength: 10,
    })
    fc.assert(
      fc.property(script, fc.integer({ min: 0, max: 8 }), (edits, decimals) => {
        let text = ''
        for (const { from, to, insert: typed } of edits) {
          const [start, end] = [
            Math.min(from, to, text.length),
            Math.min(Math.max(from, to), text.length),
          ]
          const { raw, caret } = insertText(text, { start, end, insert: typed })
          const next = editAmount(raw, { caret, decimals })
          expect(next.text).toMatch(/^\d*\.?\d*$/)
          const [whole = '', fraction = ''] = next.text.split('.')
          expect([
            whole.length <= 20,
            fraction.length <= decimals,
            whole.startsWith('00'),
            next.caret >= 0 && next.caret <= next.text.length,
          ]).toEqual([true, true, false, true])
          expect(finishAmount(finishAmount(next.text))).toBe(finishAmount(next.text))
          text = next.text
        }
      }),
      { numRuns: Math.ceil(EDITS / 10) },
    )
  })
})

describe('text inserted at once', () => {
  it.each([
    [
      'said by the browser, over everything',
      '1.2',
      { raw: '1.234', caret: 5, data: '1.234' },
      { start: 0, end: 3, insert: '1.234' },
    ],
    [
      'said by the browser, in the middle',
      '12',
      { raw: '13,42', caret: 4, data: '3,4' },
      { start: 1, end: 1, insert: '3,4' },
    ],
    [
      'dropped at the caret',
      '12',
      { raw: '19,992', caret: 5, data: null },
      { start: 1, end: 1, insert: '9,99' },
    ],
    [
      'dropped into an empty field',
      '',
      { raw: '1.234', caret: 5, data: null },
      { start: 0, end: 0, insert: '1.234' },
    ],
    [
      'dropped beside digits like its own',
      '11',
      { raw: '1111', caret: 3, data: null },
      { start: 2, end: 2, insert: '11' },
    ],
    [
      'written over the whole by a program',
      '12345',
      { raw: '100', caret: 3, data: null },
      { start: 0, end: 5, insert: '100' },
    ],
    [
      'written over the whole, alike in its beginning',
      '19',
      { raw: '1,234', caret: 5, data: null },
      { start: 0, end: 2, insert: '1,234' },
    ],
    [
      'written over the whole, more by a sign',
      '1234',
      { raw: '1.234', caret: 5, data: null },
      { start: 0, end: 4, insert: '1.234' },
    ],
    [
      'said, and not what stands there',
      '',
      { raw: '12', caret: 2, data: '99' },
      { start: 0, end: 0, insert: '12' },
    ],
  ])('%s (U17.5)', (_, before, change, found) => {
    expect(insertedAtOnce(before, change)).toEqual(found)
    expect(insertText(before, found).raw).toBe(change.raw)
  })
  it.each([
    [
      'digits behind digits',
      '1',
      { start: 1, end: 1, insert: ' 000 ' },
      { start: 1, end: 1, insert: '000' },
    ],
    [
      'a sign and digits behind digits',
      '19',
      { start: 1, end: 2, insert: ',234' },
      { start: 0, end: 2, insert: '1,234' },
    ],
    [
      'a sign and digits at the beginning',
      '1',
      { start: 0, end: 1, insert: ',5' },
      { start: 0, end: 1, insert: ',5' },
    ],
    [
      'a second dot behind the first',
      '1.5',
      { start: 3, end: 3, insert: '2.5' },
      { start: 0, end: 3, insert: '1.52.5' },
    ],
    [
      'a dot before the first',
      '.5',
      { start: 0, end: 0, insert: '2.5' },
      { start: 0, end: 2, insert: '2.5.5' },
    ],
    [
      'a dot in place of the first',
      '1.5',
      { start: 1, end: 3, insert: '2.5' },
      { start: 1, end: 3, insert: '2.5' },
    ],
    [
      'digits behind a dot',
      '1.5',
      { start: 3, end: 3, insert: '25' },
      { start: 3, end: 3, insert: '25' },
    ],
    [
      'digits of another script',
      '1',
      { start: 1, end: 1, insert: '٢٣' },
      { start: 1, end: 1, insert: '٢٣' },
    ],
    ['nothing', '1', { start: 1, end: 1, insert: ' ' }, { start: 1, end: 1, insert: '' }],
  ])('%s: extends to a readable text (U17.5)', (_, before, insertion, part) =>
    expect(extendInsertion(before, insertion)).toEqual(part),
  )
  it.each([
    ['00', '0', 1, '00'],
    ['007', '7', 1, '007'],
    ['00.5', '0.5', 1, '00.5'],
    ['٠٠', '0', 1, '00'],
    ['1,200', '1200', 1, '1200'],
    ['0 0', '0 0', 1, '00'],
    ['0 05', '0 05', 1, '005'],
    ['007', '7', 0, '7'],
    ['', '', 1, ''],
  ])('keeps zeros before %s, read as %s, behind %s digits (U17.5)', (insert, read, start, text) =>
    expect(withLeadingZeros(read, { start, end: start, insert })).toBe(text),
  )
  it.each([
    ['a key', '1', { raw: '12', caret: 2, data: '2' }],
    ['a key of which nothing is said', '12', { raw: '1.2', caret: 2, data: null }],
    ['a key over a selection', '123', { raw: '9', caret: 1, data: '9' }],
    ['a deletion', '123', { raw: '13', caret: 1, data: null }],
    ['nothing', '5', { raw: '5', caret: 1, data: null }],
  ])('treats %s as typed (U17.5)', (_, before, change) =>
    expect(insertedAtOnce(before, change)).toBeUndefined(),
  )
})

describe('stepAmount', () => {
  it('steps exactly, without floats', () => {
    expect(stepAmount('0.1', { step: '0.2', direction: 'up' })).toBe('0.3')
    expect(stepAmount('5', { step: '1', direction: 'up', max: '10' })).toBe('6')
    expect(stepAmount('60816.42', { step: '0.01', direction: 'down' })).toBe('60816.41')
  })

  it('steps an empty or unfinished text from its value', () => {
    expect(stepAmount('', { step: '0.5', direction: 'up' })).toBe('0.5')
    expect(stepAmount('.', { step: '1', direction: 'down', min: '-3' })).toBe('-1')
    expect(stepAmount('3.', { step: '1', direction: 'up' })).toBe('4')
  })

  it('stops at zero and at the given limits', () => {
    expect(stepAmount('0.3', { step: '1', direction: 'down' })).toBe('0')
    expect(stepAmount('9.5', { step: '1', direction: 'up', max: '10' })).toBe('10')
    expect(stepAmount('1.5', { step: '1', direction: 'down', min: '1' })).toBe('1')
  })
})
