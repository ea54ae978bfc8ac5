import { printMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { qrTable } from './qrLoginMachine.ts'

describe('the states of a log-in by QR code', () => {
  it('handles every event in every state', () => {
    expect(printMachine(qrTable).split('\n')).toEqual([
      '| state | scan | lapse | confirm | refuse | enter |',
      '| --- | --- | --- | --- | --- | --- |',
      '| new | scanned | expired | · | · | · |',
      '| scanned | · | expired | confirmed | refused | · |',
      '| confirmed | · | expired | · | · | used |',
      '| refused | · | expired | · | · | · |',
      '| used | · | · | · | · | · |',
      '| expired | · | · | · | · | · |',
    ])
  })
})
