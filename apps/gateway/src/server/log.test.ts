import { expect, it } from 'vitest'
import { createLog } from './Log.ts'

it('the log writes a line an event, its fields behind it', () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  log.info('Trading is open', { orders: 3 })
  log.warn('A signature was refused', { path: '/v1/x', code: '00023', reason: undefined })
  log.error('Forged\nline', { text: 'a\nb "c"' })
  expect(lines).toEqual(['info Trading is open orders=3\n', 'warn A signature was refused path="/v1/x" code="00023"\n', 'error Forged line text="a\\nb \\"c\\""\n'])
})
