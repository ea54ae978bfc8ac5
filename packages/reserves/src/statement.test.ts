import { describe, expect, it } from 'vitest'
import { isStatement } from './proof.ts'
import { reserveMessage, type Statement, statementText } from './statement.ts'

const HASH = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)

const statement: Statement = {
  snapshotId: '2026-11-22T00:00:00Z',
  assets: ['BTC', 'ETH'],
  scales: [8, 18],
  root: HASH,
  sums: ['100000005', '0'],
  leaves: 3,
  journal: 7,
  heights: [{ network: 'bitcoin', height: 900_000, hash: OTHER }],
  previousRoot: null,
}

describe('text of a statement', () => {
  it('has its fields in a fixed order, whatever theirs was', () => {
    const shuffled: Statement = {
      previousRoot: null,
      heights: [{ hash: OTHER, height: 900_000, network: 'bitcoin' }],
      journal: 7,
      leaves: 3,
      sums: ['100000005', '0'],
      root: HASH,
      scales: [8, 18],
      assets: ['BTC', 'ETH'],
      snapshotId: '2026-11-22T00:00:00Z',
    }
    const expected =
      '{"snapshotId":"2026-11-22T00:00:00Z","assets":["BTC","ETH"],"scales":[8,18],' +
      `"root":"${HASH}","sums":["100000005","0"],"leaves":3,"journal":7,` +
      `"heights":[{"network":"bitcoin","height":900000,"hash":"${OTHER}"}],"previousRoot":null}`
    expect(statementText(shuffled)).toBe(expected)
    expect(statementText(statement)).toBe(expected)
  })

  it('leaves out what is no field of it', () => {
    const more = { ...statement, note: 'x' }
    expect(statementText(more)).toBe(statementText(statement))
  })

  it('returns the statement when it is parsed', () => {
    const parsed: unknown = JSON.parse(statementText(statement))
    expect(parsed).toEqual(statement)
    expect(isStatement(parsed)).toBe(true)
  })

  it('names moment and root in the message of an address', () => {
    expect(reserveMessage(statement)).toBe(`X reserves 2026-11-22T00:00:00Z ${HASH}`)
  })
})
