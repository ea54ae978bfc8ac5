import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'

describe('settings of traces (scale 4)', () => {
  it('export nothing unless an address is given', () => {
    expect(readSettings({}).traceExport).toBeUndefined()
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }).traceExport).toBeUndefined()
    expect(readSettings({ OTEL_TRACES_SAMPLER_ARG: '2' }).traceExport).toBeUndefined()
  })

  it('export every trace by default, or a share of them', () => {
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }).traceExport).toEqual({
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      share: 1,
      service: 'gateway',
    })
    expect(
      readSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT,
        OTEL_TRACES_SAMPLER_ARG: '.05',
        OTEL_SERVICE_NAME: 'exchange',
      }).traceExport,
    ).toMatchObject({ share: 0.05, service: 'exchange' })
  })

  it.each(['0', '1.1', '-1', 'all', '1e-3'])('refuse %s as a share', (OTEL_TRACES_SAMPLER_ARG) => {
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG })).toThrow(
      'OTEL_TRACES_SAMPLER_ARG is',
    )
  })

  it.each(['collector:4318', 'grpc://user:secret@collector', 'secret'])(
    'refuse the address %s, and do not repeat it',
    (address) => {
      const refusal = () => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: address })
      expect(refusal).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be')
      expect(refusal).not.toThrow('secret')
    },
  )
})
