import { expect, it } from 'vitest'
import { createLog, traceIdOf } from './Log.ts'

it('the log writes a line an event: time, level, message, fields (SR10)', () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line), { clock: { now: () => 1_732_238_512_345 } })
  log.info('Trading is open', { orders: 3 })
  log.warn('A signature was refused', { path: '/v1/x', code: '00023', reason: undefined })
  log.error('Forged\nline', { text: 'a\nb "c"' })
  const at = '2024-11-22T01:21:52.345Z'
  expect(lines).toEqual([
    `${at} info Trading is open orders=3\n`,
    `${at} warn A signature was refused path="/v1/x" code="00023"\n`,
    `${at} error Forged line text="a\\nb \\"c\\""\n`,
  ])
})

it('reads a trace id only where it has the form of one (SR10)', () => {
  expect(traceIdOf({ 'trace-id': 'w17322385123450a1b2c3d4e5' })).toBe('w17322385123450a1b2c3d4e5')
  for (const value of [
    undefined,
    '',
    'x',
    'w17322385123450a1b2c3d4e5\nforged',
    'w17322385123450A1B2C3D4E5',
  ]) {
    expect(traceIdOf({ 'trace-id': value })).toBeUndefined()
  }
})
