import { createManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCollector, type Collector } from '../../testing/openCollector.ts'
import { silentLog, type Log } from '../log/Log.ts'
import { openTracing } from './openTracing.ts'
import { requestContextOf, w3cTraceId } from './traceContext.ts'

const WIRE = 'w17322385123450a1b2c3d4e5'
const OWN = '0000000017322385123450a1b2c3d4e5'
const SPAN = '0001732238512345'
const OTHER = '4bf92f3577b34da6a3ce929d0e0e4736'
const handled = { method: 'GET', route: '/v1/x', status: 200, code: '0', seconds: 0 }

describe('the trace context of a request (scale 4)', () => {
  it('is the trace id of the wire protocol, filled up with zeros', () => {
    expect(w3cTraceId(WIRE)).toBe(OWN)
    expect(requestContextOf({ 'trace-id': WIRE })).toEqual({
      traceId: OWN,
      parent: undefined,
      link: undefined,
      wireTraceId: WIRE,
    })
  })

  it('continues a traceparent of the same trace', () => {
    const { traceId, parent, link } = requestContextOf({
      'trace-id': WIRE,
      traceparent: `00-${OWN}-${SPAN}-00`,
    })
    expect([traceId, parent?.spanId, parent?.isRemote, link]).toEqual([OWN, SPAN, true, undefined])
  })

  it('links to a traceparent of another trace', () => {
    const { traceId, parent, link } = requestContextOf({
      'trace-id': WIRE,
      traceparent: `00-${OTHER}-${SPAN}-01`,
    })
    expect([traceId, parent, link?.traceId, link?.spanId]).toEqual([OWN, undefined, OTHER, SPAN])
  })

  it('is the traceparent where there is no trace id', () => {
    const { traceId, parent } = requestContextOf({ traceparent: `00-${OTHER}-${SPAN}-01` })
    expect([traceId, parent?.traceId, parent?.spanId]).toEqual([OTHER, OTHER, SPAN])
  })

  it.each([
    'x',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${OTHER}-${'0'.repeat(16)}-01`,
    `ff-${OTHER}-${SPAN}-01`,
    `00-${OTHER.toUpperCase()}-${SPAN}-01`,
    `00-${OTHER}-${SPAN}-01, 00-${OTHER}-${SPAN}-01`,
  ])('is a new one where the traceparent is %s', (traceparent) => {
    expect(requestContextOf({ traceparent })).toEqual({
      traceId: undefined,
      parent: undefined,
      link: undefined,
      wireTraceId: undefined,
    })
  })
})

describe('the export of traces (scale 4)', () => {
  let collector: Collector
  beforeEach(async () => {
    collector = await openCollector()
  })
  afterEach(() => collector.close())

  const open = (log: Log = silentLog, share = 1) =>
    openTracing(
      { endpoint: `${collector.endpoint}/`, share, service: 'gateway' },
      { clock: createManualClock(), log },
    )

  it('gives the first span of a given trace no parent', async () => {
    const tracing = open()
    tracing.request({ 'trace-id': WIRE }).end(handled)
    tracing.request({}).end(handled)
    await tracing.close()
    const [first, second] = collector.spans()
    expect([first?.traceId, first?.parentSpanId, first?.name]).toEqual([
      OWN,
      undefined,
      'GET /v1/x',
    ])
    expect(second?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.traceId).not.toBe(OWN)
  })

  it('exports the link to the trace of a caller', async () => {
    const tracing = open()
    const traceparent = `00-${OTHER}-${SPAN}-01`
    tracing.request({ 'trace-id': WIRE, traceparent }).end(handled)
    await tracing.close()
    expect(collector.spans()[0]?.links).toMatchObject([{ traceId: OTHER, spanId: SPAN }])
  })

  it('marks what failed, by the server or in a part of it', async () => {
    const tracing = open()
    const request = tracing.request({})
    await expect(
      request.part('handler', async () => {
        tracing.commands.begin('place')?.failed()
        const traced = tracing.commands.begin('cancel')
        traced?.executed()
        traced?.appended(7, Promise.reject(new Error('disk')))
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    request.end({ ...handled, status: 500 })
    await tracing.close()
    expect(collector.spans().map(({ name, isError }) => [name, isError])).toEqual([
      ['engine command', true],
      ['engine command', false],
      ['journal append', true],
      ['handler', true],
      ['GET /v1/x', true],
    ])
    expect(collector.bodies.join('')).not.toMatch(/broken|disk/)
  })

  it('takes commands of timers that outlive their request for nobody’s', async () => {
    const tracing = open()
    const request = tracing.request({})
    let finish = () => {}
    let later: Promise<unknown> = Promise.resolve()
    await request.part('handler', async () => {
      const waits = new Promise<void>((resolve) => (finish = resolve))
      later = waits.then(() => tracing.commands.begin('cancel'))
    })
    request.end(handled)
    finish()
    expect(await later).toBeUndefined()
    expect(tracing.commands.begin('place')).toBeUndefined()
    await tracing.close()
    expect(collector.spans().map(({ name }) => name)).toEqual(['handler', 'GET /v1/x'])
  })

  it('leaves out what the share leaves out, whatever a caller wants', async () => {
    const tracing = open(silentLog, 1e-9)
    const request = tracing.request({ traceparent: `00-${OTHER}-${SPAN}-01` })
    const ran = await request.part('handler', async () => tracing.commands.begin('place') ?? 'ran')
    expect(ran).toBe('ran')
    request.end(handled)
    await tracing.close()
    expect(collector.bodies).toEqual([])
  })

  it('says once that a collector refuses', async () => {
    const lines: string[] = []
    const log: Log = {
      ...silentLog,
      info: (message) => void lines.push(message),
      warn: (message) => void lines.push(message),
    }
    collector.answer = 400
    const tracing = open(log)
    tracing.request({}).end(handled)
    await tracing.close()
    expect(lines).toEqual(['Traces cannot be exported'])
  })
})
